/// One try to submit a form.
public struct SubmitAttempt<Form> {
  /// The try's id, for the server to know a repeated one by; the same again while the last one is in
  /// doubt, and when the same form is sent again after an error.
  public let id: AttemptID
  /// The form as it was when the try began; edits made since are not in it, unless it is a class
  /// without ``DraftMapping/copying(_:)``.
  ///
  /// When a try is repeated that is in doubt, it is the form as it was sent then. Secrets are those
  /// the form holds now.
  public let form: Form
}

/// What the closure of a submit throws when it cannot know whether the server took the form, as
/// after a timeout.
///
/// The session is then ``DraftSessionState/inDoubt(_:)``, as after a crash.
///
/// ```swift
/// throw SubmitInDoubt(error)
/// ```
public struct SubmitInDoubt: Error {
  /// Why it is not known.
  public let cause: (any Error)?

  /// An end that is not known.
  ///
  /// - Parameter cause: why, for whoever catches this.
  public init(_ cause: (any Error)? = nil) { self.cause = cause }
}
