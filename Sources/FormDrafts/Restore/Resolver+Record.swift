extension Resolver {
  /// Compares the record as it is now with the one the draft was begun on.
  mutating func compareRecord(_ candidates: [Candidate]) {
    guard let record = options.record, let was = input.baseline,
      !was.isSameBytes(as: record.version)
    else { return }
    var fields: [RecordChange.Field] = []
    if let values = record.values { fields = recordFields(values, candidates) }
    report.record = RecordChange(was: was, is: record.version, fields: fields)
    report.decide(.baselineChanged, "The record changed since the draft was begun.")
  }

  private func recordFields(
    _ values: DraftObject, _ candidates: [Candidate]
  ) -> [RecordChange.Field] {
    var record: [FieldPath: DraftValue] = [:]
    values.forEachLeaf { path, value in
      if !reader.index.isNeverStored(path) { record[path] = value }
    }
    var draft: [FieldPath: DraftValue] = [:]
    var base: [FieldPath: DraftValue?] = [:]
    for candidate in candidates where !candidate.answer.isOrphan {
      guard case .placed(let placed) = candidate.fit else { continue }
      if let value = placed.value { draft[candidate.path] = value }
      guard let bases = input.bases else { continue }
      let source = candidate.answer.origin ?? candidate.answer.path
      // A row that does not say what the record had was not changed.
      base.updateValue(bases[source] ?? placed.value, forKey: candidate.path)
    }
    let places = Set(record.keys).union(draft.keys).union(base.keys)
    return places.sorted().compactMap { path in
      side(
        base: input.bases == nil ? nil : .some(base[path] ?? nil), draft: draft[path],
        record: record[path]
      ).map {
        .init(
          path: path, side: $0, base: base[path] ?? nil, draft: draft[path], record: record[path])
      }
    }
  }

  /// Who changed a field; nil if nobody did.
  ///
  /// - Parameter base: nil if it is not known; `.some(nil)` if the record had nothing.
  private func side(
    base: DraftValue??, draft: DraftValue?, record: DraftValue?
  ) -> RecordChange.Side? {
    guard let base else { return draft == record ? nil : .conflict }
    switch (draft == base, record == base) {
    case (true, true): return nil
    case (false, true): return .draft
    case (true, false): return .record
    case (false, false): return draft == record ? .both : .conflict
    }
  }
}
