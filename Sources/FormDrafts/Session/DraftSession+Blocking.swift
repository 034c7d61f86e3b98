extension DraftSession {
  /// Saves now without giving the thread away, for the moment an app is told to end.
  ///
  /// Saves under way come first. Use ``flush()`` wherever there is time to wait.
  ///
  /// - Parameter deadline: how long to wait at most; 1 s unless said.
  /// - Returns: the receipt; nil if there is nothing to write.
  /// - Throws: what ``flush()`` throws, and ``DraftError/Code/busy`` after the deadline; a save that
  ///   had begun by then may still land. A conflict is thrown as ``DraftError/Code/conflict``, and
  ///   the edits become a draft of their own.
  @discardableResult
  public func saveBlocking(
    deadline: Duration = .seconds(1)
  ) throws(DraftError) -> SaveReceipt? {
    if try hasEnded() { return nil }
    guard mayWrite else { return try nothingWritten() }
    let taken = schedule.began()
    let capture = captureForSave()
    let isKnown = capture.isStoredLike(acknowledged) && line.draft != nil
    let isUntouched =
      fork == nil && line.draft == nil && start.map(capture.snapshot.hasSameContent(as:)) == true
    if isKnown || isUntouched {
      schedule.succeeded()
      showSaved()
      return isKnown ? lastReceipt : nil
    }
    do throws(DraftError) {
      return saved(capture, try saveBlocking(save(of: capture), deadline: deadline))
    } catch {
      if error.code == .gone || error.code == .ownerPurged { throw ended(error, taken) }
      fail(error, taken)
      throw error
    }
  }

  private func saveBlocking(
    _ save: SessionSave, deadline: Duration
  ) throws(DraftError) -> SaveReceipt {
    do throws(DraftError) {
      return try store.saveBlocking(save, line: fork ?? line, deadline: deadline)
    } catch {
      guard error.code == .conflict, fork == nil, let parent = line.draft else { throw error }
      // No time to settle it: what is in the form must not be lost.
      let fork = SaveLine(parent: parent)
      _ = try store.saveBlocking(save, line: fork, deadline: deadline)
      self.fork = fork
      throw DraftError(
        .conflict, "Somebody else changed the draft meanwhile.",
        hint: "What the form holds is in a draft of its own now; the next save settles it.",
        cause: error)
    }
  }
}
