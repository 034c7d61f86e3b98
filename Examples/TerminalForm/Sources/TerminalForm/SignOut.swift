import FormDrafts

/// Signing out: every draft of an owner goes, to the last byte.
enum SignOut {
  static func run(
    _ owner: DraftOwner, store: DraftStore, terminal: Terminal
  ) async throws(DraftError) -> ExitCode {
    let receipt = try await store.purge(DraftFilter(owner: owner))
    let name = owner.name ?? "nobody"
    guard receipt.drafts > 0 || receipt.bytes > 0 else {
      terminal.say("There were no drafts of \(name).")
      return .done
    }
    terminal.say(
      receipt.drafts == 0
        ? "There was no draft of \(name) any more; what was left of earlier ones is removed."
        : "Removed of \(name): \(count(receipt.drafts, "draft")) with "
          + "\(count(receipt.fields, "field")) (\(count(receipt.bytes, "byte")) of answers).")
    switch receipt.erasure {
    case .complete:
      terminal.say("No file of the store holds a byte of it any more.")
      return .done
    case .pending(let reason):
      terminal.say("Some bytes are still there: \(reason) The next run finishes it.")
      return .pending
    }
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number) \(unit)\(number == 1 ? "" : "s")"
  }
}
