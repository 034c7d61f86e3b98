/// What a save was called with, but for the form's state.
struct SaveOrder: Sendable {
  let schema: StoredSchema
  let key: DraftKey
  var draft: DraftID?
  var basedOn: DraftRevision?
  var title: String?
  var baseline: DraftBaseline?
  /// What the form holds beside its state and must not be stored.
  var secrets: [Redaction.Other] = []
  /// In milliseconds.
  var expiresAfter: Int64?
  var parent: DraftID?
  var savePoint: SavePoint.Reason?

  /// Whether it brings nothing but the form's state.
  var isPlain: Bool {
    title == nil && baseline == nil && secrets.isEmpty && expiresAfter == nil && parent == nil
  }

  /// Redacts, checks and encodes a form's state.
  ///
  /// - Throws: as ``SaveRequest``.
  func request(_ snapshot: DraftSnapshot) throws(DraftError) -> SaveRequest {
    var request = try SaveRequest(
      snapshot, schema: schema, key: key, draft: draft, basedOn: basedOn, title: title,
      baseline: baseline, secrets: secrets)
    request.expiresAfter = expiresAfter
    request.parent = parent
    request.savePoint = savePoint
    return request
  }
}

extension SaveRequest {
  /// Whether nothing of the form's state was kept back.
  var isWhole: Bool {
    withheld.isEmpty && !isTitleWithheld && unsaved.isEmpty && secrets.isEmpty
  }
}
