extension DraftEnvironment {
  /// How much one owner's drafts may come to; no limit unless said.
  ///
  /// A save that would exceed one is refused, and what is stored stays as it is: no draft ever makes
  /// room for another. A draft that is there already can always be saved if it does not grow.
  /// Submitted copies count, drafts that were discarded do not. Imports are not refused.
  public struct Limits: Sendable, Hashable {
    /// How many drafts; above it a new one is refused with ``DraftError/Code/tooMany``.
    public var draftsPerOwner: Int?
    /// How many bytes all answers may take as JSON; above it a save is refused with
    /// ``DraftError/Code/tooLarge``.
    public var bytesPerOwner: Int?

    /// Limits.
    ///
    /// - Parameters:
    ///   - draftsPerOwner: how many drafts an owner may have; any number unless said.
    ///   - bytesPerOwner: how many bytes their answers may take; any number unless said.
    public init(draftsPerOwner: Int? = nil, bytesPerOwner: Int? = nil) {
      self.draftsPerOwner = draftsPerOwner
      self.bytesPerOwner = bytesPerOwner
    }
  }
}

extension OwnerFile {
  /// Refuses a save that would bring the owner over a limit; in the transaction of the save.
  ///
  /// - Parameters:
  ///   - head: the draft as it would be; its row is there already.
  ///   - known: the draft as it was.
  func refuseOverLimits(_ head: DraftHead, after known: DraftHead, _ rows: DraftRows) throws {
    let limits = environment.limits
    let isNew = known.revision == 0
    guard isNew && limits.draftsPerOwner != nil || limits.bytesPerOwner != nil,
      isNew || head.bytes > known.bytes
    else { return }
    let weight = try rows.weight()
    if isNew, let limit = limits.draftsPerOwner, weight.drafts > limit {
      throw DraftError(
        .tooMany, "The owner has as many drafts as the limit of \(limit) allows.",
        hint: "Discard a draft that is not needed; nothing was changed.")
    }
    if let limit = limits.bytesPerOwner, weight.bytes - known.bytes + head.bytes > Int64(limit) {
      throw DraftError(
        .tooLarge,
        "With this save the owner's drafts would exceed the limit of \(limit) bytes.",
        hint: "Discard a draft that is not needed. The saved revision is unchanged.")
    }
  }
}
