/// What an account took over from somebody who was not signed in.
public struct AdoptionReceipt: Sendable {
  /// The drafts that are the account's now, the last saved first.
  public internal(set) var drafts: [DraftID] = []
  /// Whether the bytes are gone from where they were before.
  public internal(set) var erasure = PurgeReceipt.Erasure.complete
}
