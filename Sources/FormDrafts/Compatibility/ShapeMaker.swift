/// Makes the shape of a draft from all that the draft holds.
struct ShapeMaker {
  /// The choices of a field, to compare with.
  private struct Choices {
    let values: Set<DraftValue>
    /// The type they all have; nil if they have several.
    let type: DraftShape.Answer.ValueType?
  }

  private let archive: DraftArchive
  private let index: SchemaIndex
  private let orphanIndexes: [SchemaIndex]
  private var names = ShapeNames()
  private var choices: [FieldPath: Choices] = [:]
  private var answers: [DraftShape.Answer] = []

  /// The shape of a draft.
  ///
  /// - Parameters:
  ///   - archive: the draft as it would be exported.
  ///   - fingerprint: of the schema it was saved under.
  ///   - damaged: how many answers are not in it because they are damaged.
  static func shape(
    of archive: DraftArchive, fingerprint: Fingerprint, damaged: Int
  ) -> DraftShape {
    var maker = ShapeMaker(archive)
    maker.addLive()
    maker.addOrphans()
    let step = archive.snapshot.step.map { maker.names.step($0, archive.schema) }
    let skipped = archive.snapshot.skippedSteps.map { maker.names.step($0, archive.schema) }
    let status: DraftSummary.Status =
      archive.status == .submitting
      ? .submitting : archive.status == .submitted ? .submitted : .open
    return DraftShape(
      id: archive.id, form: archive.key.form, revision: archive.revision, status: status,
      created: archive.created, saved: archive.saved, expires: archive.expires, step: step,
      skippedSteps: skipped, schema: archive.schema, fingerprint: fingerprint,
      answers: maker.answers, damaged: damaged, orphanSchemas: archive.orphanSchemas)
  }

  private init(_ archive: DraftArchive) {
    self.archive = archive
    index = SchemaIndex(archive.schema)
    orphanIndexes = archive.orphanSchemas.map { SchemaIndex($0) }
  }

  private mutating func addLive() {
    let snapshot = archive.snapshot
    var marked = snapshot.touched.union(snapshot.dirty)
    func answer(_ path: FieldPath) -> DraftShape.Answer {
      DraftShape.Answer(
        path: path, kind: .live, isTouched: snapshot.touched.contains(path),
        isDirty: snapshot.dirty.contains(path))
    }
    snapshot.values.forEachLeaf { path, value in
      marked.remove(path)
      add(answer(path), value, index)
    }
    for path in marked.sorted() { add(answer(path), nil, index) }
  }

  private mutating func addOrphans() {
    for orphan in archive.orphans {
      let own = orphan.schema.map { orphanIndexes[$0] }
      var answer = DraftShape.Answer(
        path: orphan.path, kind: .orphan, isTouched: orphan.marks & FieldRow.touched != 0,
        isDirty: orphan.marks & FieldRow.dirty != 0)
      answer.schema = orphan.schema
      answer.why = why(orphan.path, own)
      // Choices are looked up by path, and each form has its own.
      choices = [:]
      add(answer, orphan.value, own ?? index)
    }
  }

  /// Why an orphan has no place in the form.
  private func why(_ path: FieldPath, _ own: SchemaIndex?) -> String {
    guard let present = index.slot(at: path).shape else { return "The form has no such field." }
    guard let was = own?.slot(at: path).shape, was != present else {
      return "Another answer stands there, or some of it has no place."
    }
    return "The type was \(was) and is \(present)."
  }

  /// Adds an answer, and what stands inside it.
  private mutating func add(
    _ answer: DraftShape.Answer, _ value: DraftValue?, _ index: SchemaIndex
  ) {
    var entry = answer
    let outer = names.place(of: answer.path, isMark: value == nil, index)
    guard let value else {
      entry.path = outer.shownPath
      return answers.append(entry)
    }
    var waiting = [(place: outer, value: value, isItem: false)]
    while let (place, value, isItem) = waiting.popLast() {
      entry.path = place.shownPath
      let isOpen = describe(value, at: place, isItem: isItem, index, &entry)
      answers.append(entry)
      entry = DraftShape.Answer(path: place.shownPath)
      guard isOpen else { continue }
      switch value {
      case .list(let items):
        names.note(listOf: items.count, at: place)
        for (position, item) in items.enumerated().reversed() {
          waiting.append((names.item(position, of: place, index), item, true))
        }
      case .object(let object):
        let members = object.members.map { member in
          (names.member(named: member.name, of: place, index), member.value, false)
        }
        waiting += members.reversed()
      default: break
      }
    }
  }

  /// Says of a value what may be said; whether what stands inside may be shown as well.
  private mutating func describe(
    _ value: DraftValue, at place: ShapeNames.Place, isItem: Bool, _ index: SchemaIndex,
    _ entry: inout DraftShape.Answer
  ) -> Bool {
    entry.type = .init(value)
    let (field, isPart) = index.fieldOfChoices(at: place.path, isItem: isItem)
    if let field, let known = known(field) {
      // A part of a choice: its length would tell which.
      if isPart { return false }
      let isOption = known.values.contains(value)
      entry.isOption = isOption
      if isOption {
        entry.type = known.type
        return false
      }
    }
    entry.measure(value)
    return true
  }

  private mutating func known(_ field: DraftSchema.Field) -> Choices? {
    guard let options = field.options else { return nil }
    if let known = choices[field.path] { return known }
    let values = Set(options.items.map(\.value))
    let types = Set(values.map(DraftShape.Answer.ValueType.init))
    let known = Choices(values: values, type: types.count == 1 ? types.first : nil)
    choices[field.path] = known
    return known
  }
}

extension SchemaIndex {
  /// The field whose choices a value at a place is one of; and whether it would only be a part of
  /// a choice.
  ///
  /// - Parameter isItem: whether the value is an item of a list.
  func fieldOfChoices(
    at path: FieldPath, isItem: Bool
  ) -> (field: DraftSchema.Field?, isPart: Bool) {
    switch slot(at: path) {
    case .field(let slot): (slot.field, false)
    case .inside(let slot, let depth) where slot.field.options != nil:
      (slot.field, depth > 1 || !isItem)
    default: (nil, false)
    }
  }
}

extension DraftShape.Answer.ValueType {
  /// The kind of a value.
  init(_ value: DraftValue) {
    switch value {
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = .number
    case .text: self = .text
    case .bytes: self = .bytes
    case .list: self = .list
    case .object: self = .object
    case .file: self = .file
    }
  }
}

extension DraftShape.Answer {
  /// Takes the length of a value.
  fileprivate mutating func measure(_ value: DraftValue) {
    switch value {
    case .null, .bool: break
    case .number(let literal):
      size = literal.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    case .text(let text):
      characters = text.count
      size = text.utf8.count
    case .bytes(let bytes): size = bytes.count
    case .list(let items): size = items.count
    case .object(let object): size = object.members.count
    case .file(let file):
      size = file.byteCount
      contentType = file.contentType.flatMap(Self.mediaType)
    }
  }

  /// The type and subtype (RFC 6838, section 4.2); parameters may hold a name.
  private static func mediaType(_ text: String) -> String? {
    let known = [
      "application", "audio", "font", "example", "image", "message", "model", "multipart", "text",
      "video",
    ]
    let parts = text.prefix { $0 != ";" }.split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, known.contains(parts[0].lowercased()), !parts[1].isEmpty,
      parts[1].utf8.count <= 127,
      parts[1].utf8.allSatisfy({ byte in
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "!#$&-^_.+".utf8.contains(byte)
      })
    else { return nil }
    return "\(parts[0])/\(parts[1])"
  }
}
