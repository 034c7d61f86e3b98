/// What was last seen of an owner's drafts, to be compared with the next look.
struct OwnerSight: Sendable {
  var drafts: [DraftID: DraftRows.Mark] = [:]
  var isPurged = false
  /// The files at the last look; the next may be spared if they are the same.
  var files: OwnerDirectory.Identity?
  /// Looks to take whatever the files look like: two writes within one tick of the file system's
  /// clock cannot be told apart.
  var looksLeft = 0
}

/// What one look found.
struct OwnerNews: Sendable {
  var changes: [DraftChange] = []
  /// The owner was purged since the last look.
  var isOwnerGone = false

  var isEmpty: Bool { changes.isEmpty && !isOwnerGone }
}

extension OwnerFile {
  /// Looks for what changed since the last look, whoever did it.
  ///
  /// Nil if it could not be looked at.
  ///
  /// - Parameter mayOpen: whether a file that is closed is opened for it.
  func look(
    since last: OwnerSight, mayOpen: Bool
  ) throws(DraftError) -> (OwnerSight, OwnerNews)? {
    // Looking is not using: an owner this store never wrote to may be purged and begin anew.
    let epoch = rememberedEpoch
    defer { if epoch == nil { rememberedEpoch = nil } }
    var sight = last
    guard try !isPurged() else {
      sight = OwnerSight(isPurged: true)
      var news = OwnerNews(isOwnerGone: !last.isPurged)
      news.changes = last.drafts.sorted { $0.value.seq < $1.value.seq }.map {
        .init(draft: $0.key, revision: .init(Int($0.value.revision)), kind: .purged)
      }
      return (sight, news)
    }
    sight.isPurged = false
    guard mayOpen || database != nil else { return nil }
    let files = try? directory.identity()
    let isSame = files.flatMap { now in last.files.map { now.looksLike($0) } } ?? false
    sight.files = files
    sight.looksLeft = isSame ? last.looksLeft - 1 : 2
    guard !isSame || last.looksLeft > 0 || database != nil else { return (last, OwnerNews()) }
    let found = try read { rows in
      let marks = try rows.marks()
      let present = Set(marks.map(\.id))
      let gone = last.drafts.keys.filter { !present.contains($0) }
      return (marks, try endings(of: gone, rows))
    }
    return compare(found?.0 ?? [], found?.1 ?? [:], with: last, sight)
  }

  private func endings(
    of ids: [DraftID], _ rows: DraftRows
  ) throws -> [DraftID: DraftChange.Kind] {
    var kinds: [DraftID: DraftChange.Kind] = [:]
    for id in ids { kinds[id] = try rows.ending(of: id)?.change ?? .purged }
    return kinds
  }

  private func compare(
    _ marks: [(id: DraftID, mark: DraftRows.Mark)], _ endings: [DraftID: DraftChange.Kind],
    with last: OwnerSight, _ sight: OwnerSight
  ) -> (OwnerSight, OwnerNews) {
    var sight = sight
    var news = OwnerNews()
    sight.drafts = Dictionary(marks.map { ($0.id, $0.mark) }) { _, later in later }
    for (id, mark) in marks where last.drafts[id] != mark {
      news.changes.append(
        DraftChange(draft: id, revision: .init(Int(mark.revision)), kind: mark.kind))
    }
    for (id, mark) in last.drafts.sorted(by: { $0.value.seq < $1.value.seq }) {
      let kind = endings[id] ?? .purged
      // A discard that could be undone, and a copy that was kept, were told before.
      guard sight.drafts[id] == nil, kind != mark.kind else { continue }
      news.changes.append(
        DraftChange(draft: id, revision: .init(Int(mark.revision)), kind: kind))
    }
    return (sight, news)
  }
}

extension DraftRows.Mark {
  fileprivate var kind: DraftChange.Kind {
    let status = DraftHead.Status(rawValue: status)
    if status.isHidden { return .discarded }
    switch status {
    case .submitting: return .submitting
    case .submitted: return .submitted
    default: return .saved
    }
  }
}

extension DraftRows.Ending {
  /// What a listener is told.
  var change: DraftChange.Kind {
    switch self {
    case .discarded: .discarded
    case .submitted: .submitted
    case .purged: .purged
    case .expired: .expired
    }
  }
}
