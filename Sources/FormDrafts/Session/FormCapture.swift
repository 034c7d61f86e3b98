/// A form as it was read at one moment, for a save.
struct FormCapture: Sendable {
  /// What is stored of it.
  var snapshot: DraftSnapshot
  /// The secrets it held: a save stores none of them, and nothing that repeats one.
  var secrets: [Redaction.Other]

  /// Whether a save of one would store the same as a save of the other.
  ///
  /// The secrets count: one that was typed since may be repeated by an answer that is stored.
  func isStoredLike(_ other: FormCapture?) -> Bool {
    guard let other else { return false }
    return snapshot == other.snapshot && secrets.map(\.value) == other.secrets.map(\.value)
  }
}

/// What a session asks of the store with each save.
struct SessionSave: Sendable {
  var capture: FormCapture
  let schema: DraftSchema
  let key: DraftKey
  let title: String?
  let baseline: DraftBaseline?
  let expiresAfter: Duration?
}
