/// What is edited while a submit is under way, or in doubt, stands in a draft beside the one that was
/// sent.
extension DraftSession {
  /// Saves the form to the draft it holds, what was saved beside it included, and ends that one; the
  /// caller has the gate.
  @discardableResult
  func foldEdits(isForced: Bool = false) async throws(DraftError) -> SaveReceipt? {
    let beside = fork?.draft
    fork = nil
    // What the draft holds is what was sent, and not what was saved last.
    if beside != nil { acknowledged = nil }
    let receipt = try await saveNow(isForced: isForced)
    if let beside { try await discardOwn(beside) }
    return receipt
  }

  /// Ends the draft beside, if there is one: the form is as it was sent.
  func dropFork() async {
    let beside = fork?.draft
    fork = nil
    // One that cannot be ended is an ordinary draft, and is found again.
    if let beside { try? await discardOwn(beside) }
  }

  /// Makes the draft beside the one the session holds.
  func goOnWithFork() {
    guard let place = fork?.place else { return }
    fork = nil
    guard let draft = place.draft else { return }
    line.move(to: draft, place.revision)
    held = store.hold(draft)
  }
}
