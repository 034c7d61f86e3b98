/// What an account took over from somebody who was not signed in.
public struct AdoptionReceipt: Sendable {
  /// The drafts that are the account's now, the last saved first.
  public internal(set) var drafts: [DraftID] = []
  /// Those of them whose form and record the account had a draft of, too.
  ///
  /// Both are kept: the account's own is among ``StoredDraft/others`` at the next restore, for the app
  /// or the person to choose.
  public internal(set) var conflicts: [DraftID] = []
  /// Whether the bytes are gone from where they were before.
  public internal(set) var erasure = PurgeReceipt.Erasure.complete
}
