/// How a session saves, restores and settles conflicts.
///
/// ```swift
/// var options = DraftSessionOptions()
/// options.debounce = .seconds(1)
/// options.asks = .always
/// ```
public struct DraftSessionOptions: Sendable {
  /// When opening asks before it brings a draft back.
  public enum Asking: Sendable, Hashable {
    /// Only if something needs a decision, or the draft cannot be read; the default.
    case whenNeeded
    /// Whenever there is a draft.
    case always
  }

  /// What becomes of a draft whose answers are back to what the form began with.
  public enum WhenUnchanged: Sendable, Hashable {
    /// It is saved like any other; the default.
    case keep
    /// It is discarded.
    case discard
  }

  /// How long after an edit it is saved if no other follows; 500 ms unless said.
  public var debounce: Duration
  /// How long an edit waits at most while others follow; 5 s unless said.
  public var maximumWait: Duration
  /// How a draft is restored: policy, floor, newer forms, upgrades, the record as it is now.
  public var restore: RestoreOptions
  /// When opening asks before it brings a draft back.
  public var asks: Asking
  /// What to do about fields that two writers changed.
  public var conflicts: ConflictPolicy
  /// What becomes of a draft whose answers are back to what the form began with.
  ///
  /// A form that was never saved and is as it began is not written in either case.
  public var whenUnchanged: WhenUnchanged
  /// The clock the waiting is measured by; `ContinuousClock` unless said.
  public var clock: any Clock<Duration>

  /// Options; see the properties for what each is unless said.
  public init(
    debounce: Duration = .milliseconds(500), maximumWait: Duration = .seconds(5),
    restore: RestoreOptions = .init(), asks: Asking = .whenNeeded,
    conflicts: ConflictPolicy = .ask, whenUnchanged: WhenUnchanged = .keep,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.debounce = debounce
    self.maximumWait = maximumWait
    self.restore = restore
    self.asks = asks
    self.conflicts = conflicts
    self.whenUnchanged = whenUnchanged
    self.clock = clock
  }
}

/// What a session does about fields that it and another writer changed differently.
///
/// What does not overlap is merged whatever the policy. What loses is kept: this session's text as
/// a draft of its own with the contested one as its parent, the other writer's as a save point.
public enum ConflictPolicy: Sendable, Hashable {
  /// The session stops saving to the draft and its state says so; ``DraftSession/resolve(_:except:)``
  /// goes on.
  case ask
  /// This session's values are taken.
  case mine
  /// The other writer's values are taken.
  case theirs
}
