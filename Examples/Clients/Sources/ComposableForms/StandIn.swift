// What stands in for ComposableForms: a reducer over a value with scopes. Each change starts a
// validation that waits on an injected clock, and a form that begins with answers starts all.

/// What a form knows beside its value.
struct FormState<Value> {
  var value: Value
  /// The field in focus, by its stable id.
  var focus: String?
  /// Validations that ran, for the transcript.
  var validations = 0
}

/// What happens to a form.
enum FormAction<Value> {
  case edit((inout Value) -> Void)
  case focus(String?)
  case validate
}

/// Runs actions through the reducer.
@MainActor
final class FormStore<Value> {
  private(set) var state: FormState<Value>
  private let clock: any Clock<Duration>
  private let onChange: @MainActor (FormState<Value>) -> Void
  private var validation: Task<Void, Never>?

  init(
    _ value: Value, focus: String? = nil, clock: any Clock<Duration>,
    onChange: @escaping @MainActor (FormState<Value>) -> Void
  ) {
    state = FormState(value: value, focus: focus)
    self.clock = clock
    self.onChange = onChange
    validateLater()
  }

  func send(_ action: FormAction<Value>) {
    switch action {
    case .edit(let change):
      change(&state.value)
      validateLater()
      onChange(state)
    case .focus(let id):
      state.focus = id
      onChange(state)
    case .validate: state.validations += 1
    }
  }

  private func validateLater() {
    validation?.cancel()
    validation = Task { [clock] in
      do { try await clock.sleep(for: .milliseconds(300)) } catch { return }
      send(.validate)
    }
  }
}
