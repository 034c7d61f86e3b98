/// What differs between the schema a draft was saved under and the form as it is now.
///
/// Pure.
///
/// Fields and steps that were added fit every draft; everything else is a difference.
struct SchemaComparison {
  private(set) var mismatches: [RestoreReport.Mismatch] = []
  /// Fields the reader has and the writer had not.
  private(set) var added: [FieldPath] = []

  var isFit: Bool { mismatches.isEmpty }

  private let before: SchemaIndex
  private let now: SchemaIndex

  init(writer: StoredSchema, reader: StoredSchema) {
    before = writer.index
    now = reader.index
    guard writer.fingerprint != reader.fingerprint else { return }
    compare(writer.schema, reader.schema)
  }

  private mutating func compare(_ writer: DraftSchema, _ reader: DraftSchema) {
    if !writer.id.isSameBytes(as: reader.id) {
      add(
        nil,
        "It was saved for the form “\(writer.id.printable)”, "
          + "not for “\(reader.id.printable)”.")
    }
    compareFields(writer, reader)
    compareSteps(writer, reader)
  }

  private mutating func add(_ path: FieldPath?, _ words: String) {
    mismatches.append(.init(path: path, description: words))
  }

  private mutating func compareFields(_ writer: DraftSchema, _ reader: DraftSchema) {
    var now: [FieldPath: DraftSchema.Field] = [:]
    for field in reader.fields { now[field.path] = field }
    var before: Set<FieldPath> = []
    for field in writer.fields {
      before.insert(field.path)
      guard let other = now[field.path] else {
        if !self.before.isNeverStored(field.path) { add(field.path, "The field is gone.") }
        continue
      }
      compare(field, other)
    }
    added = reader.fields.map(\.path).filter { !before.contains($0) }
  }

  private mutating func compare(_ before: DraftSchema.Field, _ now: DraftSchema.Field) {
    if before.type != now.type {
      add(now.path, "The type was \(before.type) and is \(now.type).")
    }
    if before.isMany != now.isMany {
      add(now.path, now.isMany ? "One answer became many." : "Many answers became one.")
    }
    let (was, present) = (self.before.retention(at: before.path), self.now.retention(at: now.path))
    if was != present { add(now.path, "The field was \(was.words) and is \(present.words).") }
    // The choices of a secret are not kept, and nothing that was chosen is.
    if was == .kept, present == .kept { compareOptions(before, now) }
  }

  private mutating func compareOptions(_ before: DraftSchema.Field, _ now: DraftSchema.Field) {
    guard let choices = now.options, choices.isClosed else { return }
    guard let earlier = before.options, earlier.isClosed else {
      add(now.path, "The answer is now one of \(choices.items.count) choices.")
      return
    }
    let values = Set(choices.items.map(\.value))
    let gone = earlier.items.count { !values.contains($0.value) }
    if gone > 0 { add(now.path, gone == 1 ? "A choice is gone." : "\(gone) choices are gone.") }
  }

  private mutating func compareSteps(_ writer: DraftSchema, _ reader: DraftSchema) {
    var now: [Exact: (index: Int, step: DraftSchema.Step)] = [:]
    for (index, step) in reader.steps.enumerated() { now[Exact(step.id)] = (index, step) }
    var last = -1
    var isReordered = false
    for step in writer.steps {
      guard let other = now[Exact(step.id)] else {
        add(nil, "The step “\(step.id.printable)” is gone.")
        continue
      }
      if other.index < last { isReordered = true }
      last = max(last, other.index)
      if step.isSkippable, !other.step.isSkippable {
        add(nil, "The step “\(step.id.printable)” can no longer be skipped.")
      }
    }
    if isReordered { add(nil, "The steps have another order.") }
  }
}

extension DraftSchema.Retention {
  fileprivate var words: String {
    switch self {
    case .kept, .automatic: "kept"
    case .secret: "a secret"
    case .transient: "never stored"
    }
  }
}
