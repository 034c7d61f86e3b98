extension OwnerFile.Content {
  /// The draft as the resolver looks at it.
  ///
  /// - Parameter reader: the form as it is now; nil takes the writer's own schema.
  func resolverInput(reader: StoredSchema?) -> ResolverInput {
    var input = ResolverInput(
      answers: [], step: head.step, skippedSteps: head.skippedSteps, focus: head.focus,
      version: head.version, writer: writer, reader: reader ?? writer,
      damaged: damaged.map { ($0, "Its checksum does not hold.") },
      isIncomplete: isIncomplete && damaged.isEmpty, baseline: head.baseline)
    input.answers.reserveCapacity(rows.count)
    for (position, row) in rows.enumerated() {
      guard let answer = StoredAnswer(row, position: position, writers: writers) else {
        input.damaged.append((row.path, "What is stored cannot be read."))
        continue
      }
      input.answers.append(answer)
    }
    if head.hasBase { input.bases = bases }
    return input
  }

  /// What the record had, for each row that knows it.
  private var bases: [FieldPath: DraftValue?] {
    var bases: [FieldPath: DraftValue?] = [:]
    for row in rows where row.kind == .live && row.knowsBase {
      bases.updateValue(row.base.flatMap { try? DraftValue(json: $0) }, forKey: row.path)
    }
    return bases
  }
}

extension StoredAnswer {
  /// A row as the resolver looks at it; nil if its value cannot be read.
  init?(_ row: FieldRow, position: Int, writers: [Int64: StoredSchema]) {
    var value: DraftValue?
    if let json = row.value {
      guard let read = try? DraftValue(json: json) else { return nil }
      value = read
    }
    self.init(
      path: row.path, value: value, isTouched: row.marks & FieldRow.touched != 0,
      isDirty: row.marks & FieldRow.dirty != 0, isOrphan: row.kind.isOrphan,
      revision: row.revision, writer: row.kind.isOrphan ? writers[row.schema] : nil,
      rows: [position])
  }
}
