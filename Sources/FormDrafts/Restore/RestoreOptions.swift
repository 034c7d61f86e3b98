/// How a restore answers when something does not fit.
///
/// Whatever the policy, nothing in the store changes: what an app does not take stays.
public enum RestorePolicy: String, Sendable, Hashable, CaseIterable {
  /// Anything that needs a decision makes a ``Restoration/mismatch(_:)``, with what fits attached.
  case review
  /// What fits is restored, and the report says what does not.
  ///
  /// Another form, a newer form, a failed upgrade and a draft below the floor are still a mismatch.
  case salvage
  /// Anything that needs a decision makes a mismatch without a snapshot.
  case strict
}

/// What a restore is to do besides comparing two schemas.
///
/// ```swift
/// let answer = await store.restore(
///   key, schema: schema, options: RestoreOptions(policy: .salvage, floor: 0.8))
/// ```
public struct RestoreOptions: Sendable {
  /// How to answer when something does not fit.
  public var policy: RestorePolicy
  /// The share of the stored answers that must fit, from 0 to 1.
  ///
  /// Below it the draft is taken for one of another form, whatever the ids say. Answers that say
  /// nothing (`null`, `""`, `[]`, `{}`) and secrets do not count.
  public var floor: Double
  /// Whether a draft of a newer form is taken, as far as it fits.
  ///
  /// For an app that was rolled back. A form is newer if both versions are dotted whole numbers
  /// (`2`, `1.10.3`), the writer's is the greater one, and the fingerprints differ.
  public var acceptsNewer: Bool
  /// The app's own steps from earlier forms to this one; see ``DraftUpgrade``.
  public var upgrades: [DraftUpgrade]
  /// The record as it is now, to be compared with the draft's baseline; nil compares nothing.
  public var record: DraftBaseline?
  /// The directory that ``DraftFile/path`` starts from; nil looks for no file the form keeps.
  public var fileDirectory: String?

  /// Options; ``RestorePolicy/review`` and a floor of one half unless said.
  public init(
    policy: RestorePolicy = .review, floor: Double = 0.5, acceptsNewer: Bool = false,
    upgrades: [DraftUpgrade] = [], record: DraftBaseline? = nil,
    fileDirectory: String? = nil
  ) {
    self.policy = policy
    self.floor = floor
    self.acceptsNewer = acceptsNewer
    self.upgrades = upgrades
    self.record = record
    self.fileDirectory = fileDirectory
  }
}
