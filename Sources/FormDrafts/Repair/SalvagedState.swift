/// What is left of one draft in a damaged database, made consistent again.
///
/// Pure. Only rows whose checksums hold are in it; what does not hold is named, never guessed.
struct SalvagedState {
  /// The draft with what is left of it, and with the save points that can still be gone back to.
  var draft: AdoptedDraft
  /// The form it was saved under; one without fields if that is lost.
  var writer: StoredSchema
  /// The forms its orphans were saved under, as far as they are left.
  var writers: [Int64: StoredSchema]
  var loss: DraftSalvage.Loss

  /// - Parameters:
  ///   - head: the draft's own row, which holds.
  ///   - fields: its rows that can be read.
  ///   - points: the rows of its save points that can be read.
  ///   - schemas: the forms that can be read, by their rows.
  ///   - lifetime: how long it lives.
  init(
    head: DraftHead, fields: [FieldRow], points: [PointRow], schemas: [Int64: StoredSchema],
    lifetime: Lifetime
  ) throws(DraftError) {
    var loss = DraftSalvage.Loss()
    let form = schemas[head.schema]
    loss.isFormLost = form == nil
    let writer: StoredSchema
    if let form {
      writer = form
    } else {
      writer = try StoredSchema(DraftSchema(head.form, fields: []))
    }
    let sound = Self.sound(fields, of: head)
    loss.paths = Self.lostPaths(fields, sound)
    loss.answers = max(Int(head.rows) - sound.count, loss.paths.count)
    let log = PointLog(points, of: head)
    let states = log.states(before: head, fields)
      .filter { _, state in state.speaksOnly(of: schemas) }
    loss.savePoints =
      Set(log.groups.map(\.revision)).subtracting(states.map(\.1.head.revision))
      .count
    draft = AdoptedDraft(
      state: DraftState(head: Self.head(head, sound, writer), rows: sound),
      points: states.map { (header: $0.0, state: $0.1) }, lifetime: lifetime)
    self.writer = writer
    writers = schemas
    self.loss = loss
  }

  /// The rows that hold, one of each path and kind, in the order of the form.
  private static func sound(_ fields: [FieldRow], of head: DraftHead) -> [FieldRow] {
    struct Place: Hashable {
      let path: FieldPath
      let kind: FieldRow.Kind
    }
    var seen: Set<Place> = []
    return fields.filter {
      $0.isIntact && $0.draft == head.id
        && seen.insert(Place(path: $0.path, kind: $0.kind)).inserted
    }
    .sorted { ($0.ordinal, $0.id) < ($1.ordinal, $1.id) }
  }

  /// Paths that rows say which do not hold: perhaps not theirs, but all there is.
  private static func lostPaths(_ fields: [FieldRow], _ sound: [FieldRow]) -> [FieldPath] {
    let kept = Set(sound.map(\.id))
    return Set(
      fields.filter { !kept.contains($0.id) }.map(\.path).filter {
        !$0.pointer.isEmpty && (try? FieldPath(pointer: $0.pointer)) != nil
      }
    ).sorted()
  }

  /// The draft's row for what is left.
  ///
  /// Revision and time stay: whoever has the draft open and saves puts back what is missing.
  private static func head(
    _ head: DraftHead, _ rows: [FieldRow], _ writer: StoredSchema
  ) -> DraftHead {
    var head = head
    head.rows = Int64(rows.count)
    head.rowsSum = rows.reduce(0) { $0 &+ $1.sum }
    head.bytes = rows.filter { $0.kind == .live }.reduce(0) { $0 + Int64($1.value?.count ?? 0) }
    head.answered = Int64(writer.answered(rows.answers))
    return head
  }
}

extension DraftState {
  /// Whether every form it speaks of is there.
  fileprivate func speaksOnly(of schemas: [Int64: StoredSchema]) -> Bool {
    schemas[head.schema] != nil
      && rows.allSatisfy { $0.schema == 0 || schemas[$0.schema] != nil }
  }
}
