/// One draft as it is exported: everything its rows say, in one JSON object on one line.
///
/// The members, in this order: `formdrafts` (1), `draft`, `owner` (null: nobody), `form`,
/// `record` (null: new), `revision`, `createdAt`, `savedAt`, `title`, `baseline`, `schema` (the
/// native form), `snapshot`, `orphans`, `base`, `parent`. What is absent in the draft is null or
/// empty; `base` and `parent` are missing. Where it is known under which form an orphan was saved,
/// `orphanSchemas` has those forms, and `schema` of the orphan is a place in that list. After
/// `baseline`, where they are not absent: `status` (`submitting` or `submitted`), `attempt`,
/// `expiresAt`. Save points are not exported.
struct DraftArchive: Sendable, Equatable {
  struct Orphan: Sendable, Equatable {
    var path: FieldPath
    var value: DraftValue?
    var marks: Int64 = 0
    /// The form it was saved under, by its place in ``orphanSchemas``; nil if that is not known.
    var schema: Int?
  }

  struct Base: Sendable, Equatable {
    var path: FieldPath
    /// Nil: the record had no such answer.
    var value: DraftValue?
  }

  var id: DraftID
  var key: DraftKey
  var revision: Int64
  var created: Int64
  var saved: Int64
  @ExactOptional var title: String?
  @ExactOptional var baseline: String?
  var status = DraftHead.Status.open
  @ExactOptional var attempt: String?
  var expires: Int64?
  var schema: DraftSchema
  var snapshot: DraftSnapshot
  var orphans: [Orphan] = []
  /// The forms that orphans were saved under.
  var orphanSchemas: [DraftSchema] = []
  /// What the record had, by path; nil if the draft does not know.
  var base: [Base]?
  /// The draft it was split off from.
  var parent: DraftID?

  init(
    id: DraftID, key: DraftKey, revision: Int64, created: Int64, saved: Int64, title: String?,
    baseline: String?, schema: DraftSchema, snapshot: DraftSnapshot
  ) {
    self.id = id
    self.key = key
    self.revision = revision
    self.created = created
    self.saved = saved
    _title = ExactOptional(wrappedValue: title)
    _baseline = ExactOptional(wrappedValue: baseline)
    _attempt = ExactOptional(wrappedValue: nil)
    self.schema = schema
    self.snapshot = snapshot
  }
}

extension DraftArchive {
  /// The line, without its end.
  func line(_ style: JSONWriter.Style = .canonical) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write("{\"formdrafts\":1")
    writer.member("draft", .text(id.rawValue))
    writer.member("owner", key.owner.name.map(DraftValue.text) ?? .null)
    writer.member("form", .text(key.form))
    writer.member("record", key.record.id.map(DraftValue.text) ?? .null)
    writer.member("revision", DraftValue(revision))
    writer.member("createdAt", .text(Timestamp.text(milliseconds: created)))
    writer.member("savedAt", .text(Timestamp.text(milliseconds: saved)))
    writer.member("title", title.map(DraftValue.text) ?? .null)
    writer.member("baseline", baseline.map(DraftValue.text) ?? .null)
    if let word = status.archived { writer.member("status", .text(word)) }
    if let attempt { writer.member("attempt", .text(attempt)) }
    if let expires {
      writer.member("expiresAt", .text(Timestamp.text(milliseconds: expires)))
    }
    writer.write(",\"schema\":")
    writer.write(schema)
    writer.write(",\"snapshot\":{\"values\":")
    writer.write(.object(snapshot.values))
    writer.member("touched", snapshot.touched.jsonList)
    writer.member("dirty", snapshot.dirty.jsonList)
    writer.member("step", snapshot.step.map(DraftValue.text) ?? .null)
    writer.member("skippedSteps", .list(snapshot.skippedSteps.map(DraftValue.text)))
    writer.member("focus", snapshot.focus.map { .text($0.pointer) } ?? .null)
    writer.write("}")
    writeOrphans(&writer)
    if let base { writer.list("base", base) { $0.members } }
    if let parent { writer.member("parent", .text(parent.rawValue)) }
    writer.write("}")
    return writer.bytes
  }
}

extension DraftArchive {
  private func writeOrphans(_ writer: inout JSONWriter) {
    // Those that are used, in the order of their first use: the same draft is the same line.
    var used: [Int] = []
    var places: [Int: Int] = [:]
    for case let schema? in orphans.map(\.schema) where places[schema] == nil {
      places[schema] = used.count
      used.append(schema)
    }
    writer.list("orphans", orphans) { orphan in
      orphan.members(schema: orphan.schema.flatMap { places[$0] })
    }
    guard !used.isEmpty else { return }
    writer.write(",\"orphanSchemas\":[")
    for (place, schema) in used.enumerated() {
      if place > 0 { writer.write(",") }
      writer.write(orphanSchemas[schema])
    }
    writer.write("]")
  }
}

extension DraftArchive {
  /// Files whose bytes the store keeps.
  var managedFiles: [DraftFile] {
    let values = [.object(snapshot.values)] + orphans.compactMap(\.value)
    return values.flatMap { $0.files(at: .root).map(\.file) }.filter { $0.copy != nil }
  }
}

extension DraftHead.Status {
  /// The words of an exported line; nil for a draft that is open.
  var archived: String? {
    self == .submitting ? "submitting" : self == .submitted ? "submitted" : nil
  }

  init?(archived: String) {
    guard let status = [Self.submitting, .submitted].first(where: { $0.archived == archived })
    else { return nil }
    self = status
  }
}

extension DraftArchive.Orphan {
  fileprivate func members(schema: Int?) -> [(String, DraftValue)] {
    var members: [(String, DraftValue)] = [("path", .text(path.pointer))]
    if let value { members.append(("value", value)) }
    if marks & FieldRow.touched != 0 { members.append(("touched", true)) }
    if marks & FieldRow.dirty != 0 { members.append(("dirty", true)) }
    if let schema { members.append(("schema", DraftValue(schema))) }
    return members
  }
}

extension DraftArchive.Base {
  fileprivate var members: [(String, DraftValue)] {
    var members: [(String, DraftValue)] = [("path", .text(path.pointer))]
    if let value { members.append(("value", value)) }
    return members
  }
}

extension JSONWriter {
  /// A schema in its native form.
  mutating func write(_ schema: DraftSchema) {
    let text = schema.nativeJSON(storing: true)
    if style == .printable, let value = try? DraftValue(json: text) {
      write(value)  // labels and ids of a definition could steer a terminal too
    } else {
      write(String(decoding: text, as: UTF8.self))
    }
  }

  /// A member that is not the first.
  mutating func member(_ name: String, _ value: DraftValue) {
    write(",\"\(name)\":")
    write(value)
  }

  mutating func list<Item>(
    _ name: String, _ items: [Item], _ members: (Item) -> [(String, DraftValue)]
  ) {
    write(",\"\(name)\":[")
    for (index, item) in items.enumerated() {
      write(index == 0 ? "{" : ",{")
      for (position, (name, value)) in members(item).enumerated() {
        write("\(position == 0 ? "" : ",")\"\(name)\":")
        write(value)
      }
      write("}")
    }
    write("]")
  }
}

extension Set<FieldPath> {
  /// The pointers, sorted by bytes.
  var jsonList: DraftValue { .list(sorted().map { .text($0.pointer) }) }
}
