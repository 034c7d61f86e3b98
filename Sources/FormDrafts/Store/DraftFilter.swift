/// Which drafts an operation is about.
///
/// Parts that are set narrow, and together they narrow more; none set means all.
///
/// ```swift
/// let old = DraftFilter(owner: "ana", olderThan: .seconds(30 * 86_400))
/// ```
public struct DraftFilter: Sendable {
  /// Whose drafts; nil for everybody's.
  public var owner: DraftOwner?
  /// Of which form.
  public var form: String?
  /// Of which record.
  public var record: DraftRecord?
  /// Last saved longer ago than this, by the clock; compared in milliseconds.
  public var olderThan: Duration?
  /// Only those whose time to live is over by the clock as it is now.
  public var isExpired = false

  /// A filter.
  ///
  /// - Parameters:
  ///   - owner: whose drafts; nil for everybody's.
  ///   - form: of which form; nil for all.
  ///   - record: of which record; nil for all, new things included.
  ///   - olderThan: last saved longer ago than this; nil for any age.
  ///   - isExpired: only those whose time to live is over.
  public init(
    owner: DraftOwner? = nil, form: String? = nil, record: DraftRecord? = nil,
    olderThan: Duration? = nil, isExpired: Bool = false
  ) {
    self.owner = owner
    self.form = form
    self.record = record
    self.olderThan = olderThan
    self.isExpired = isExpired
  }

  /// Every draft.
  public static let all = DraftFilter()

  /// Whether nothing but an owner is chosen: then a whole owner ends.
  var isWholeOwner: Bool {
    form == nil && record == nil && olderThan == nil && !isExpired
  }

  /// Whether a draft of this key is chosen, whatever its age.
  func includes(_ key: DraftKey) -> Bool {
    if let owner, owner != key.owner { return false }
    if let form, !form.isSameBytes(as: key.form) { return false }
    if let record, record != key.record { return false }
    return true
  }

  func includes(_ head: DraftHead, now: Int64) -> Bool {
    if let form, !form.isSameBytes(as: head.form) { return false }
    if let record, record != head.record.map(DraftRecord.existing) ?? .new { return false }
    if let olderThan {
      let (seconds, attoseconds) = olderThan.components
      let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
      guard !overflow else { return false }
      let age = milliseconds &+ attoseconds / 1_000_000_000_000_000
      if now - head.saved <= age { return false }
    }
    if isExpired, (head.expires ?? .max) > now { return false }
    return true
  }
}
