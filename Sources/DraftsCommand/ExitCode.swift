package import FormDrafts

/// How the command ends, after `sysexits.h` where that has a number.
package enum ExitCode: Int32, CaseIterable, Sendable {
  /// Done.
  case done = 0
  /// Failed, for a reason that has no number of its own.
  case failed = 1
  /// The answer is no: not found, does not fit, a conflict, findings, an erasure that is pending.
  case no = 2
  /// The command line cannot be understood.
  case usage = 64
  /// A draft, the store or the input is damaged or malformed.
  case badData = 65
  /// The store or an output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed, or the disk is full.
  case inputOutput = 74
  /// Somebody else holds the store; the same command may succeed later.
  case busy = 75
  /// The store was made by a later version.
  case newerStore = 76
  /// The store is not ours, or there is no permission.
  case notOurs = 77

  /// The exit code of an error of the library; ``failed`` for a code this version does not know.
  package init(_ code: DraftError.Code) {
    self =
      switch code {
      case .notFound, .ambiguousID, .conflict, .gone, .ownerPurged, .keyMismatch, .upgradeFailed,
        .attemptMismatch, .tooMany:
        .no
      case .invalidArgument, .invalidPath: .usage
      case .invalidJSON, .invalidValue, .invalidSchema, .tooLarge, .damaged: .badData
      case .cannotCreate: .cannotCreate
      case .io, .noSpace: .inputOutput
      case .busy, .storeMoved: .busy
      case .newerStore: .newerStore
      case .notOurs, .unavailable: .notOurs
      default: .failed
      }
  }
  /// The exit code of whatever ended a verb.
  package init(of error: any Error) {
    self =
      switch error {
      case let error as DraftError: ExitCode(error.code)
      case let failure as StreamFailure: ExitCode(failure)
      case is UsageError: .usage
      default: .failed
      }
  }
}
