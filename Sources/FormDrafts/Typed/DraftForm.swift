/// A form that lists its own fields.
///
/// The list is written once, with a lasting name for each field; a stored draft is found again by
/// these names, whatever the properties are called by then.
///
/// ```swift
/// struct Signup: DraftForm {
///   var name = "", email = "", password = ""
///   static let draftMapping = DraftMapping<Self>("signup") {
///     DraftField("name", \.name)
///     DraftField("email", \.email).formerly("mail")
///     DraftField("password", \.password)  // a secret by its name: never stored
///   }
/// }
/// ```
///
/// A class names itself (`DraftMapping<Signup>`), as Swift has no `Self` there; one that is
/// isolated to the main actor conforms as `@MainActor DraftForm`. The protocol is a convenience:
/// everything that takes a form takes a ``DraftMapping`` for a type of somebody else, too.
public protocol DraftForm {
  /// The fields of the form, and how they are read and written; always the same.
  static var draftMapping: DraftMapping<Self> { get }
}
