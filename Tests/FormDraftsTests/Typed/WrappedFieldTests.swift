import FormDrafts
import Testing

/// A wrapper that validates what it wraps, as form libraries have one: the value behind `name`, the
/// state behind `$name`.
@propertyWrapper
private struct Checked<Value: Equatable> {
  enum State { case idle, editing, valid }
  private(set) var state = State.idle
  private var value: Value

  init(wrappedValue: Value) { value = wrappedValue }

  var wrappedValue: Value {
    get { value }
    set {
      if newValue != value { state = .editing }
      value = newValue
    }
  }
  var projectedValue: State { state }
}

/// Another library's form: a value with scopes, and the field in focus by a stable id.
private struct SignIn: DraftForm {
  struct Person {
    @Checked var first = ""
    @Checked var last = ""
  }
  @Checked var email = ""
  @Checked var password = ""
  @Checked var age: Int? = nil
  var person = Person()

  static let draftMapping = DraftMapping<Self>("signIn") {
    DraftField("email", \.email)
    DraftField("password", \.password)
    DraftField("age", \.age)
    DraftScope("person", \.person) {
      DraftField("first", \.first)
      DraftField("last", \.last)
    }
  }.marking { form in
    [
      "email": marks(form.$email), "age": marks(form.$age),
      "/person/first": marks(form.person.$first),
    ]
  }

  private static func marks<Value>(_ state: Checked<Value>.State) -> DraftMarks {
    state == .idle ? [] : [.touched, .dirty]
  }
}

@Suite("Fields behind property wrappers")
struct WrappedFieldTests {
  @Test("The wrapped value is the answer, the projected state the marks")
  func wrapped() {
    var form = SignIn()
    form.email = "a@example.org"
    form.person.first = "Ana"
    form.password = "no"
    let snapshot = SignIn.draftMapping.snapshot(of: form)
    #expect(
      snapshot.values == [
        "email": "a@example.org", "age": .null, "person": ["first": "Ana", "last": ""],
      ])
    #expect(snapshot.dirty == ["email", "/person/first"])
    #expect(snapshot.touched == snapshot.dirty)

    var other = SignIn()
    #expect(SignIn.draftMapping.populate(&other, from: snapshot).isEmpty)
    #expect(other.email == "a@example.org" && other.person.first == "Ana")
    #expect(other.password.isEmpty)
    #expect(SignIn.draftMapping.path(of: \.person.first) == "/person/first")
  }
}
