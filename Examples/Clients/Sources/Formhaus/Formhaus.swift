import FormDrafts
import FormDraftsFormats

@main
@MainActor
struct Formhaus {
  static let definition = Array(
    """
    {"id": "claim", "title": "Claim", "submit": {"label": "Send"}, "steps": [
      {"id": "who", "fields": [
        {"key": "kind", "type": "radio", "options": ["person", "company"]},
        {"key": "code", "type": "password"}]},
      {"id": "company", "fields": [{"key": "vat", "type": "text"}]},
      {"id": "extras", "skip": true, "fields": [{"key": "note", "type": "textarea"}]},
      {"id": "money", "fields": [{"key": "amount", "type": "number"}]}]}
    """.utf8)

  static func main() async throws {
    let store = try DraftStore.temporary()
    try await takeOver(into: store)
    try await type(into: store)
    try await comeBack(to: store)
    print("Left in the store:", try await store.list().count)
    await store.close()
  }

  static func takeOver(into store: DraftStore) async throws {
    let mapping = try DraftMapping<EngineSnapshot>.formhaus(
      definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
    // Wherever the app kept it until now.
    var kept: EngineSnapshot? = EngineSnapshot(answers: ["vat": .text("DE 1")], step: "company")
    // example: formhaus-bring-in
    if let old = kept {
      try await store.bringIn(old, mapping, owner: "ana") { kept = nil }
    }
    // end
    print("Taken over: \(try await store.list().count) draft. Old place empty: \(kept == nil)")
  }

  static func type(into store: DraftStore) async throws {
    // example: formhaus
    let mapping = try DraftMapping<EngineSnapshot>.formhaus(
      definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
    let draft = DraftSession(EngineSnapshot(), mapping, in: store, owner: "ana")
    try await draft.open()
    let engine = FormEngine(draft.form, onSnapshotChange: draft.update)
    // end
    engine.answer("kind", .text("company"))
    engine.answer("code", .text("correct horse"))
    engine.answer("vat", .text("DE 123"))
    engine.answer("kind", .text("person"))  // “vat” is on no route any more
    engine.go(to: "money", skipping: "extras")
    engine.answer("amount", .number(12.5))
    let receipt = try await draft.flush()
    print("Answered. \(draft.state.sentence) Withheld: \(receipt?.withheld ?? [])")
    await draft.close()
  }

  static func comeBack(to store: DraftStore) async throws {
    let mapping = try DraftMapping<EngineSnapshot>.formhaus(
      definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
    let draft = DraftSession(EngineSnapshot(), mapping, in: store, owner: "ana")
    try await draft.open()
    let engine = FormEngine(draft.form, onSnapshotChange: draft.update)
    for (key, answer) in engine.snapshot.answers.sorted(by: { $0.key < $1.key }) {
      print("Came back: \(key) = \(answer)")
    }
    print("At step “\(engine.snapshot.step ?? "")”; skipped: \(engine.snapshot.skipped)")
    print("Enter again: \(draft.report?.reentry ?? [])")
    engine.goBack(to: "extras")
    try await draft.flush()
    let stored = await store.restore(draft.key, schema: mapping.schema).draft
    print("Skipped after going back: \(stored?.snapshot.skippedSteps ?? [])")
    engine.submit()
    await draft.settled()
    print("After that: \(draft.state.sentence)")
  }
}
