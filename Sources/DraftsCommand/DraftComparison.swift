import FormDrafts

/// What one draft holds and another does not, as both were saved.
struct DraftComparison {
  private struct Difference {
    var path: FieldPath
    var one: DraftValue?
    var other: DraftValue?

    var words: String {
      one == nil ? "only there" : other == nil ? "only here" : "differs"
    }
    var code: String { one == nil ? "right" : other == nil ? "left" : "both" }
  }

  private let drafts: [ReadDraft]
  private var differences: [Difference] = []

  init(_ one: ReadDraft, _ other: ReadDraft) {
    drafts = [one, other]
    var theirs: [FieldPath: DraftValue] = [:]
    other.snapshot?.values.forEachLeaf { path, value in theirs[path] = value }
    one.snapshot?.values.forEachLeaf { path, value in
      let match = theirs.removeValue(forKey: path)
      if match != value { differences.append(.init(path: path, one: value, other: match)) }
    }
    other.snapshot?.values.forEachLeaf { path, value in
      if theirs[path] != nil { differences.append(.init(path: path, one: nil, other: value)) }
    }
  }

  var isEmpty: Bool { differences.isEmpty && notes.isEmpty }

  /// What else differs, for people.
  var notes: [String] {
    let facts: [(String, (ReadDraft) -> String)] = [
      ("The forms", { $0.summary.key.form }),
      ("The schemas", { $0.writerSchema.fingerprint.rawValue }),
      ("The steps", { $0.snapshot?.step ?? "" }),
    ]
    return facts.compactMap { name, fact in
      Array(fact(drafts[0]).utf8) == Array(fact(drafts[1]).utf8) ? nil : "\(name) differ."
    }
  }

  func table(_ withValues: Bool) -> Table {
    var columns: [Table.Column] = [.init("PATH", shrinkRank: 2, minimum: 12), .init("DIFFERENCE")]
    for draft in drafts {
      columns.append(
        withValues
          ? .init(draft.summary.id.short, shrinkRank: 4, minimum: 12)
          : .init(draft.summary.id.short, alignment: .trailing))
    }
    var table = Table(columns)
    for difference in differences {
      table.append(
        [difference.path.description, difference.words]
          + [difference.one, difference.other].map { value in
            guard let value else { return "" }
            return withValues ? value.printableJSON : Quantity.size(value.json.utf8.count)
          })
    }
    return table
  }

  func members(_ withValues: Bool) -> [(String, DraftValue)] {
    let fields = differences.map { difference -> DraftValue in
      var members: [(String, DraftValue)] = [
        ("path", .text(difference.path.pointer)), ("in", .text(difference.code)),
      ]
      if withValues, let one = difference.one { members.append(("left", one)) }
      if withValues, let other = difference.other { members.append(("right", other)) }
      return .members(members)
    }
    return [
      ("left", .text(drafts[0].summary.id.rawValue)),
      ("right", .text(drafts[1].summary.id.rawValue)), ("same", .bool(isEmpty)),
      ("fields", .list(fields)), ("notes", .list(notes.map(DraftValue.text))),
    ]
  }
}
