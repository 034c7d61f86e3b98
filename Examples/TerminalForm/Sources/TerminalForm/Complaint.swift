import FormDrafts

/// How the process ends.
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case pending = 2
  case usage = 64
  case badDefinition = 65
  case interrupted = 130
}

/// Something that ends the run, in words for people.
struct Complaint: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = hint.map { "\(message) \($0)" } ?? message
  }

  /// The library's own words, which hold no answers; but for what one run of this program does to
  /// another, where they speak to its author.
  init(_ error: DraftError) {
    let again = "Your last answer is not saved. Start again for a fresh form."
    switch error.code {
    case .gone:
      self.init(.failed, "This draft was sent or thrown away by another run.", hint: again)
    case .ownerPurged: self.init(.failed, "Another run signed out meanwhile.", hint: again)
    default: self.init(.failed, error.message, hint: error.hint)
    }
  }
}

/// The input ended: Ctrl-D, a pipe that ran dry, a terminal that was closed.
struct InputEnded: Error {}
