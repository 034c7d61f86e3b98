/// What went wrong, in words for people, with a hint what to do; never a user's value.
///
/// The code is open, so that new ones can be added without breaking a `switch`:
///
/// ```swift
/// do {
///   try await store.save(snapshot, schema: schema, key: key, draft: id, basedOn: revision)
/// } catch {
///   guard error.code == .conflict else { throw error }  // error is a DraftError here
///   // somebody saved in between
/// }
/// ```
///
/// (Not `catch let error where error.code == .conflict`: Swift 6.3.1 stops with an internal error
/// where such a clause leaves errors to an untyped `throws`.)
public struct DraftError: Error, Sendable {
  /// The kind of failure; open, so compare with the constants.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as it stands in JSON.
    public let rawValue: String
    /// A code by its JSON spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong, in one sentence.
  public let message: String
  /// What to do about it, if there is something.
  public let hint: String?
  /// The fields it is about; empty if it is about none.
  public let paths: [FieldPath]
  /// The file or directory it is about.
  public let file: String?
  /// The revision the store has, for ``Code/conflict``.
  public let currentRevision: DraftRevision?
  /// How the draft ended, for ``Code/gone``.
  public let ending: DraftEnding?
  /// The error of the layer below, if there is one; it carries no value of a user.
  public let cause: (any Error)?

  /// An error with its words; for apps that want to fail as this library does.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - message: what went wrong, in one sentence without any value of a user.
  ///   - hint: what to do about it.
  ///   - paths: the fields it is about.
  ///   - file: the file or directory it is about.
  ///   - currentRevision: for a conflict, the revision the store has.
  ///   - ending: for a draft that is gone, how it ended.
  ///   - cause: the error below.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, paths: [FieldPath] = [],
    file: String? = nil, currentRevision: DraftRevision? = nil, ending: DraftEnding? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.paths = paths
    self.file = file
    self.currentRevision = currentRevision
    self.ending = ending
    self.cause = cause
  }
}

extension DraftError.Code {
  /// There is no such draft.
  public static let notFound = Self(rawValue: "notFound")
  /// An abbreviated id fits several drafts; from the command only.
  public static let ambiguousID = Self(rawValue: "ambiguousID")
  /// The draft was saved by somebody else since the revision named.
  public static let conflict = Self(rawValue: "conflict")
  /// The draft was discarded, submitted or purged, or has expired; ``DraftError/ending`` says which.
  ///
  /// It does not rise again, unless a discard is undone.
  public static let gone = Self(rawValue: "gone")
  /// The owner was purged; this store refuses writes until ``DraftStore/signIn(owner:)``.
  public static let ownerPurged = Self(rawValue: "ownerPurged")
  /// The draft belongs to another form or record than the key says.
  public static let keyMismatch = Self(rawValue: "keyMismatch")
  /// The draft is not being submitted by this attempt.
  public static let attemptMismatch = Self(rawValue: "attemptMismatch")
  /// The owner has as many drafts as ``DraftEnvironment/Limits`` allows.
  public static let tooMany = Self(rawValue: "tooMany")
  /// A JSON text cannot be read.
  public static let invalidJSON = Self(rawValue: "invalidJSON")
  /// A value cannot be stored, or not be read as what its field holds.
  public static let invalidValue = Self(rawValue: "invalidValue")
  /// A field path is malformed.
  public static let invalidPath = Self(rawValue: "invalidPath")
  /// A form definition, or a document with upgrades, cannot be understood.
  public static let invalidSchema = Self(rawValue: "invalidSchema")
  /// A step of a ``DraftUpgrade`` cannot be done to the draft, which is as it was.
  public static let upgradeFailed = Self(rawValue: "upgradeFailed")
  /// An argument cannot be used.
  public static let invalidArgument = Self(rawValue: "invalidArgument")
  /// Something exceeds a limit of ``DraftLimits`` or ``DraftEnvironment/Limits``.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A draft or a store does not hold what was written.
  public static let damaged = Self(rawValue: "damaged")
  /// The store was made by a later version; every byte of it is untouched.
  public static let newerStore = Self(rawValue: "newerStore")
  /// The path is not a store of ours, or not safe to use: a link, another user's, another store's.
  public static let notOurs = Self(rawValue: "notOurs")
  /// The store's files were moved or replaced during the save, which is not acknowledged.
  public static let storeMoved = Self(rawValue: "storeMoved")
  /// Another process held the store for more than 5 seconds; nothing was changed.
  public static let busy = Self(rawValue: "busy")
  /// The disk or the quota is full.
  public static let noSpace = Self(rawValue: "noSpace")
  /// The store cannot be reached or written: permissions, a read-only place, a locked device.
  public static let unavailable = Self(rawValue: "unavailable")
  /// The store cannot be created.
  public static let cannotCreate = Self(rawValue: "cannotCreate")
  /// Reading or writing failed.
  public static let io = Self(rawValue: "io")
  /// The task was cancelled before the work was done; what had been begun is removed.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The store was used after `fork` in the child.
  public static let usedAfterFork = Self(rawValue: "usedAfterFork")
  /// A mistake in this library.
  public static let internalError = Self(rawValue: "internalError")
}

extension DraftError: CustomStringConvertible {
  /// Message and hint.
  public var description: String {
    guard let hint else { return message }
    return "\(message) \(hint)"
  }
}

extension DraftError.Code {
  /// Lets `catch DraftError.Code.conflict` match.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? DraftError)?.code == code
  }
}
