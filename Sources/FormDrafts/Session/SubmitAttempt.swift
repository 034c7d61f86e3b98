/// One try to submit a form.
public struct SubmitAttempt<Form> {
  /// The try's id, for the server to know a repeated one by; the same again while the last one is in
  /// doubt.
  public let id: AttemptID
  /// The form as it was when the try began; edits made since are not in it.
  public let form: Form
}
