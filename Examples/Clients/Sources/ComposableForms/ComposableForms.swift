import FormDrafts
import FormDraftsTesting

// example: composable
struct Booking {
  struct Guest {
    var name = "", email = ""
  }
  struct Stay {
    var nights = 1
    var isQuiet = false
  }
  var guest = Guest()
  var stay = Stay()
}

extension Booking: DraftForm {
  static let draftMapping = DraftMapping<Booking>("booking") {
    DraftScope("guest", \.guest) {
      DraftField("name", \.name)
      DraftField("email", \.email)
    }
    DraftScope("stay", \.stay) {
      DraftField("nights", \.nights)
      DraftField("quiet", \.isQuiet)
    }
  }
}
// end

@main
@MainActor
struct ComposableForms {
  static func main() async throws {
    let store = try DraftStore.temporary()
    let clock = ManualClock()
    try await takeOver(into: store)
    try await type(into: store, clock)
    try await comeBack(to: store, clock)
    print("Left in the store:", try await store.list().count)
    await store.close()
  }

  static func takeOver(into store: DraftStore) async throws {
    // Wherever the app kept it until now.
    var kept: Booking? = Booking(stay: .init(nights: 2, isQuiet: true))
    // example: composable-bring-in
    if let old = kept {
      try await store.bringIn(old, owner: "ana") { kept = nil }
    }
    // end
    print("Taken over: \(try await store.list().count) draft. Old place empty: \(kept == nil)")
  }

  // example: composable-open
  /// The draft first, then the form: its validators see what came back, and nothing before.
  static func open(
    _ store: DraftStore, _ clock: ManualClock
  ) async throws -> (DraftSession<Booking>, FormStore<Booking>) {
    let draft = DraftSession(Booking(), in: store, owner: "ana", options: .init(clock: clock))
    try await draft.open()
    let form = FormStore(draft.form, focus: draft.focus?.pointer, clock: clock) { state in
      draft.update(state.value)
      draft.focus = state.focus.flatMap { try? FieldPath(pointer: $0) }
    }
    return (draft, form)
  }
  // end

  /// Moves the clock, once everybody who waits for it has lain down.
  static func pass(
    _ duration: Duration, _ clock: ManualClock, _ draft: DraftSession<Booking>
  ) async {
    await draft.settled()
    await clock.advance(by: duration)
    await draft.settled()
  }

  static func type(into store: DraftStore, _ clock: ManualClock) async throws {
    let (draft, form) = try await open(store, clock)
    form.send(.focus("/guest/name"))
    form.send(.edit { $0.guest.name = "Ana" })
    form.send(.focus("/stay/nights"))
    form.send(.edit { $0.stay.nights = 3 })
    await pass(.milliseconds(400), clock, draft)
    print("0.4 s after typing: \(draft.state.sentence) Validated: \(form.state.validations)")
    await pass(.milliseconds(100), clock, draft)
    print("0.5 s after typing: \(draft.state.sentence)")
    await draft.close()
  }

  static func comeBack(to store: DraftStore, _ clock: ManualClock) async throws {
    let (draft, form) = try await open(store, clock)
    let value = form.state.value
    print("Came back: “\(value.guest.name)”, \(value.stay.nights) nights")
    print("Quiet, as it was taken over: \(value.stay.isQuiet)")
    print("Focus on \(form.state.focus ?? "nothing")")
    await pass(.milliseconds(300), clock, draft)
    print("Validated what came back: \(form.state.validations)")
    form.send(.edit { $0.guest.email = "ana@example.org" })
    try await draft.submit { attempt in
      print("Sending “\(attempt.form.guest.email)”")
    }
    print("After that: \(draft.state.sentence)")
  }
}
