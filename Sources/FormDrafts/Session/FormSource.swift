import Observation

/// Where a session reads and writes a form that somebody else holds.
@MainActor
struct FormSource<Form> {
  /// What is watched.
  enum Watch {
    /// One property that holds the whole form: cheap to look at.
    case property
    /// Every field of an object that is the form: looking at it is a capture.
    case object
  }

  let watch: Watch
  let read: @MainActor () -> Form
  let write: @MainActor (Form) -> Void

  static func property<Holder: AnyObject & Observable>(
    _ holder: Holder, _ keyPath: ReferenceWritableKeyPath<Holder, Form>
  ) -> FormSource {
    FormSource(
      watch: .property, read: { holder[keyPath: keyPath] },
      write: { holder[keyPath: keyPath] = $0 })
  }

  static func object(_ form: Form) -> FormSource {
    FormSource(watch: .object, read: { form }, write: { _ in })
  }
}
