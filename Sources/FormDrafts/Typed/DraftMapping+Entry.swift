extension DraftMapping {
  /// One part of a form as a list of parts holds it; made by ``DraftField`` and its like.
  public struct Entry: Sendable {}
}
