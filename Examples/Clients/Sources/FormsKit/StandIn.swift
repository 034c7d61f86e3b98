import Observation

// What stands in for FormsKit: a property wrapper that validates, and a controller that holds the
// form and the focus. No more of the library than a client of drafts meets.

/// What a property of a form says of itself, behind `$name`.
enum FieldState {
  case idle, editing, valid, invalid
}

/// A property that is checked while somebody types.
@propertyWrapper
struct Validated<Value: Equatable> {
  private var value: Value
  private var state = FieldState.idle

  init(wrappedValue: Value) { value = wrappedValue }

  var wrappedValue: Value {
    get { value }
    set {
      if newValue != value { state = .editing }
      value = newValue
    }
  }
  var projectedValue: FieldState { state }
}

/// Holds a form while it is on the screen.
@MainActor @Observable
final class FormController<Form> {
  var form: Form
  var focus: PartialKeyPath<Form>?

  init(_ form: Form) { self.form = form }
}
