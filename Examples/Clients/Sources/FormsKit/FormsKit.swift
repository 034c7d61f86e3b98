import FormDrafts

// example: formskit
struct Profile {
  @Validated var name = ""
  @Validated var email = ""
  @Validated var birthYear: Int? = nil
  @Validated var password = ""
}

extension Profile: DraftForm {
  static let draftMapping = DraftMapping<Profile>("profile") {
    DraftField("name", \.name)
    DraftField("email", \.email)
    DraftField("birth-year", \.birthYear)
    DraftField("password", \.password)  // a secret by its name: never stored
  }.marking { form in
    [
      "name": marks(form.$name), "email": marks(form.$email),
      "birth-year": marks(form.$birthYear),
    ]
  }

  private static func marks(_ state: FieldState) -> DraftMarks {
    if case .idle = state { [] } else { .dirty }
  }
}
// end

@main
@MainActor
struct FormsKit {
  static func main() async throws {
    let store = try DraftStore.temporary()
    try await takeOver(into: store)
    try await type(into: store)
    try await comeBack(to: store)
    print("Left in the store:", try await store.list().count)
    await store.close()
  }

  static func takeOver(into store: DraftStore) async throws {
    var kept: Profile? = Profile(name: "Ana")  // wherever the app kept it until now
    // example: formskit-bring-in
    if let old = kept {
      try await store.bringIn(old, owner: "ana") { kept = nil }
    }
    // end
    print("Taken over: \(try await store.list().count) draft. Old place empty: \(kept == nil)")
  }

  static func type(into store: DraftStore) async throws {
    let controller = FormController(Profile())
    // example: formskit-open
    let draft = DraftSession(following: controller, \.form, in: store, owner: "ana")
    try await draft.open()
    controller.focus = draft.focus.flatMap { draft.mapping.keyPath(of: $0) }
    // end
    controller.form.password = "correct horse"
    controller.form.email = "ana@exam"
    controller.focus = \.email
    // example: formskit-focus
    draft.focus = controller.focus.flatMap { draft.mapping.path(of: $0) }
    // end
    print("Typed. Dirty: \(draft.dirty.sorted()); focus on \(name(draft.focus))")
    let receipt = try await draft.flush()
    await draft.close()
    print("Saved. Withheld: \(receipt?.withheld ?? [])")
  }

  static func comeBack(to store: DraftStore) async throws {
    let controller = FormController(Profile())
    let draft = DraftSession(following: controller, \.form, in: store, owner: "ana")
    try await draft.open()
    controller.focus = draft.focus.flatMap { draft.mapping.keyPath(of: $0) }
    let form = controller.form
    print("Came back: “\(form.name)”, “\(form.email)”, password “\(form.password)”")
    print("Enter again: \(draft.report?.reentry ?? [])")
    print("Focus on e-mail: \(controller.focus == \Profile.email)")
    controller.form.email = "ana@example.org"
    controller.form.password = "correct horse"
    try await draft.submit { attempt in
      print("Sending “\(attempt.form.email)”")
    }
    print("After that: \(draft.state.sentence)")
  }

  static func name(_ path: FieldPath?) -> String { path.map { "\($0)" } ?? "nothing" }
}
