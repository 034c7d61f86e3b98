import FormDraftsSQLite

extension OwnerFile {
  /// What a save would do to a draft as this connection last saw it.
  struct FirstLook {
    var head: DraftHead
    var plan: SavePlan
    var isUnchanged: Bool
  }

  /// A save that brings nothing new is no statement at all, as long as nobody else touched the
  /// files since this connection last wrote them.
  func firstLook(_ request: SaveRequest) throws(DraftError) -> FirstLook? {
    guard let id = request.draft, let shadow = shadows[id],
      request.basedOn.map({ $0 == shadow.head.revisionNumber }) != false,
      // A save renews a time to live.
      request.expiresAfter == nil, shadow.head.expires == nil, request.displaced.isNothing,
      request.schema.digest == shadow.schema.digest, try isUntouched(),
      shadow.head.isSameKey(as: request)
    else { return nil }
    let plan = SavePlan(
      request, stored: shadow.rows, writer: shadow.schema, head: shadow.head)
    let head = self.head(for: request, from: shadow.head, plan, shadow.head.schema)
    return FirstLook(
      head: shadow.head, plan: plan,
      isUnchanged: plan.written == 0 && head.isSameState(as: shadow.head))
  }

  /// Whether nobody else touched the files since this connection last wrote them.
  ///
  /// - Throws: ``DraftError/Code/ownerPurged``.
  func isUntouched() throws(DraftError) -> Bool {
    guard let database, let quiet = database.quiet, !database.connection.isInherited else {
      return false
    }
    try refuseIfPurged()
    let now = try DraftError.translating { () throws(SystemError) in
      try directory.isStill(database.identity)
    }
    return now?.looksLike(quiet) ?? false
  }
}
