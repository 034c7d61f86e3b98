import FormDrafts
import FormDraftsFormats

@main
@MainActor
struct Composure {
  static let fields = ["name", "email", "password", "repeat"]

  static func main() async throws {
    let store = try DraftStore.temporary()
    try await takeOver(into: store)
    try await type(into: store)
    try await comeBack(to: store)
    print("Left in the store:", try await store.list().count)
    await store.close()
  }

  static func takeOver(into store: DraftStore) async throws {
    let login = try DraftMapping<[String: [String?]]>.composure(
      "login", version: "3", fields: fields, secret: ["repeat"])
    // Wherever the app kept what saveFieldData() gave.
    var kept: [String: [String?]]? = ["name": ["Ana", nil, "true", "true"]]
    // example: composure-bring-in
    if let old = kept {
      try await store.bringIn(old, login, owner: "ana") { kept = nil }
    }
    // end
    print("Taken over: \(try await store.list().count) draft. Old place empty: \(kept == nil)")
  }

  static func type(into store: DraftStore) async throws {
    let form = ComposureFormHost(fields: fields)
    // example: composure
    let login = try DraftMapping<[String: [String?]]>.composure(
      "login", version: "3", fields: fields, secret: ["repeat"])
    let draft = DraftSession(form.saveFieldData(), login, in: store, owner: "ana")
    try await draft.open()
    form.restoreFieldData(draft.form)
    form.type("an", into: "email")
    draft.update(form.saveFieldData())  // after each change
    // end
    form.type("correct horse", into: "password")
    form.type("correct horse", into: "repeat")
    draft.update(form.saveFieldData())
    let receipt = try await draft.flush()
    print("Typed. \(draft.state.sentence) Withheld: \(receipt?.withheld ?? [])")

    var damaged = form.saveFieldData()
    damaged["email"] = ["ana@example.org"]  // a row that lost its other entries
    draft.update(damaged)
    let unsaved = try await draft.flush()?.unsaved ?? []
    print("A short row costs that field: \(unsaved.map(\.path))")
    await draft.close()
  }

  static func comeBack(to store: DraftStore) async throws {
    let form = ComposureFormHost(fields: fields)
    let login = try DraftMapping<[String: [String?]]>.composure(
      "login", version: "3", fields: fields, secret: ["repeat"])
    let draft = DraftSession(form.saveFieldData(), login, in: store, owner: "ana")
    // example: composure-restore
    try await draft.open()
    form.restoreFieldData(draft.form)
    form.validate()  // nothing that was valid then is taken for valid now
    // end
    for name in fields { print("Came back: \(name) \(shown(form.rows[name] ?? []))") }
    print("Valid: \(form.isValid)")
    form.type("ana@example.org", into: "email")
    form.type("correct horse", into: "password")
    form.type("correct horse", into: "repeat")
    draft.update(form.saveFieldData())
    try await draft.submit { attempt in
      print("Sending \(attempt.form["email"]?[0] ?? "nothing"); valid: \(form.isValid)")
    }
    print("After that: \(draft.state.sentence)")
  }

  static func shown(_ row: [String?]) -> String {
    "[" + row.map { $0.map { "“\($0)”" } ?? "nil" }.joined(separator: ", ") + "]"
  }
}
