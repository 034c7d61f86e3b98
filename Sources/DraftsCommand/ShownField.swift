import FormDrafts

/// One line of what `show` shows of a draft.
struct ShownField {
  var path: FieldPath
  var type: String
  var outcome: RestoreReport.Outcome
  var value: DraftValue?
  var isTouched = false
  var isDirty = false

  var bytes: Int? { value.map(\.json.utf8.count) }

  var marks: String {
    [isTouched ? "touched" : nil, isDirty ? "dirty" : nil].compactMap { $0 }.joined(separator: " ")
  }

  /// A line for each answer, each that has no place, each secret, and each mark without an answer.
  static func rows(of draft: ReadDraft) -> [ShownField] {
    let index = SchemaIndex(draft.writerSchema)
    let snapshot = draft.snapshot ?? DraftSnapshot()
    var values: [FieldPath: DraftValue] = [:]
    snapshot.values.forEachLeaf { path, value in values[path] = value }
    var orphans = Dictionary(grouping: draft.orphans) { $0.path }
    var rows = draft.report.fields.map { entry in
      // What is not declared is kept as “any”.
      var row = ShownField(
        path: entry.path, type: entry.was ?? index.typeWords(at: entry.path),
        outcome: entry.outcome, value: values[entry.path],
        isTouched: snapshot.touched.contains(entry.path),
        isDirty: snapshot.dirty.contains(entry.path))
      if entry.outcome == .orphaned {
        row.value = orphans[entry.path]?.first?.value
        orphans[entry.path]?.removeFirst()
      }
      return row
    }
    let shown = Set(rows.map(\.path))
    for path in snapshot.touched.union(snapshot.dirty).sorted() where !shown.contains(path) {
      rows.append(
        ShownField(
          path: path, type: index.typeWords(at: path),
          outcome: index.covers(path) ? .kept : .undeclared,
          isTouched: snapshot.touched.contains(path), isDirty: snapshot.dirty.contains(path)))
    }
    return rows
  }

  /// Without a value `bytes` is null, so that it is not taken for one that is null.
  func json(_ withValues: Bool) -> DraftValue {
    var members: [(String, DraftValue)] = [
      ("path", .text(path.pointer)), ("type", .text(type)),
      ("bytes", bytes.map { DraftValue($0) } ?? .null), ("touched", .bool(isTouched)),
      ("dirty", .bool(isDirty)), ("outcome", .text(outcome.rawValue)),
    ]
    if withValues { members.append(("value", value ?? .null)) }
    return .members(members)
  }
}

extension SchemaIndex {
  fileprivate func typeWords(at path: FieldPath) -> String {
    field(at: path).map { $0.isMany ? "list of \($0.type)" : "\($0.type)" } ?? "any"
  }
}
