import FormDrafts
import FormDraftsFormats
import Testing

/// An answer as a dynamic form has it: a text or a flag.
private enum Answer: Codable, Equatable, Sendable {
  case text(String)
  case flag(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    }
  }
}

private struct ClaimState: Equatable, Sendable {
  var answers: [String: Answer] = [:]
  var step: String?
  var skipped: [String] = []
}

/// What a view model has: it belongs to the main actor, as its answers' coding does.
@MainActor
private struct BoundState {
  struct Answers: @MainActor Codable, Equatable {
    var name = ""
    var vat: String?
  }
  var answers = Answers()
  var step: String? = "who"
  var skipped: [String] = []
}

@Suite("Formhaus' snapshot as a form")
@MainActor
struct FormhausMappingTests {
  private static let definition = Array(
    """
    {"id":"claim","submit":{"label":"Send"},"steps":[
      {"id":"who","fields":[{"key":"name","type":"text"},{"key":"code","type":"password"}]},
      {"id":"extras","skip":true,"fields":[{"key":"note","type":"textarea"}]},
      {"id":"company","fields":[{"key":"vat","type":"text"},{"key":"ok","type":"switch"}]}]}
    """.utf8)

  private func mapping() throws -> DraftMapping<ClaimState> {
    try .formhaus(
      Self.definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
  }

  @Test("Answers of every route, step and skipped steps come back; a password stays the form's")
  func roundTrip() async throws {
    let store = try DraftStore.temporary()
    let draft = DraftSession(ClaimState(), try mapping(), in: store, owner: "ana")
    try await draft.open()
    draft.update(
      ClaimState(
        answers: [
          "name": .text("Ana"), "code": .text("hush hush"), "ok": .flag(true),
          "off-route": .text("kept"),
        ], step: "company", skipped: ["extras"]))
    #expect(draft.step == "company" && draft.skippedSteps == ["extras"])
    let receipt = try await draft.flush()
    #expect(receipt?.withheld == ["code"])
    await draft.close()

    let begun = ClaimState(answers: ["code": .text("new one"), "note": .text("own")], step: "who")
    let next = DraftSession(begun, try mapping(), in: store, owner: "ana")
    try await next.open()
    #expect(
      next.form
        == ClaimState(
          answers: [
            "name": .text("Ana"), "code": .text("new one"), "ok": .flag(true),
            "off-route": .text("kept"), "note": .text("own"),
          ], step: "company", skipped: ["extras"]))
    await next.close()
    await store.close()
  }

  @Test("A step that is skipped no more, or none at all, is not brought back by the session")
  func stepsAreTheForms() async throws {
    let store = try DraftStore.temporary()
    let mapping = try mapping()
    let state = ClaimState(
      answers: ["name": .text("Ana")], step: "company", skipped: ["extras"])
    try await store.bringIn(state.draft(mapping), schema: mapping.schema, key: key) {}
    let draft = DraftSession(ClaimState(), mapping, in: store, owner: "ana")
    try await draft.open()
    #expect(draft.form == state)
    draft.form.skipped = []
    draft.form.step = "extras"
    try await draft.flush()
    var stored = await store.restore(key, schema: mapping.schema).draft?.snapshot
    #expect(stored?.skippedSteps == [] && stored?.step == "extras")
    draft.step = "who"  // the form's own
    draft.skippedSteps = ["extras"]
    #expect(draft.form.step == "who" && draft.form.skipped == ["extras"])
    try await draft.flush()
    stored = await store.restore(key, schema: mapping.schema).draft?.snapshot
    #expect(stored?.skippedSteps == ["extras"] && stored?.step == "who")
    await draft.close()
    await store.close()
  }

  private let key = DraftKey("claim", owner: "ana")

  @Test("Nil after the submit ends the draft")
  func submitted() async throws {
    let store = try DraftStore.temporary()
    let draft = DraftSession(ClaimState(), try mapping(), in: store, owner: "ana")
    try await draft.open()
    let onSnapshotChange: @MainActor (ClaimState?) -> Void = draft.update
    onSnapshotChange(ClaimState(answers: ["name": .text("Ana")], step: "who"))
    try await draft.flush()
    onSnapshotChange(nil)
    await draft.settled()
    #expect(try await store.list().isEmpty)
    #expect(draft.state.sentence == "Sent.")
    await store.close()
  }

  @Test("An answer the type cannot take costs that answer, and stays stored")
  func undecodable() async throws {
    let store = try DraftStore.temporary()
    let mapping = try mapping()
    try await store.save(
      DraftSnapshot(values: ["name": "Ana", "wild": [1, 2], "vat": "X1"]), schema: mapping.schema,
      key: key)
    let begun = ClaimState(answers: ["note": .text("own")])
    let back = await store.restore(begun, mapping, owner: "ana")
    #expect(
      back.form.answers
        == ["name": .text("Ana"), "vat": .text("X1"), "note": .text("own")])
    #expect(Array(back.failures.keys) == ["wild"])
    let draft = DraftSession(begun, mapping, in: store, owner: "ana")
    try await draft.open()
    draft.form.answers["name"] = .text("Ani")
    try await draft.flush()
    let stored = await store.restore(key, schema: mapping.schema).draft?.snapshot
    #expect(stored?.values["wild"] == [1, 2] && stored?.values["name"] == "Ani")
    await draft.close()
    await store.close()
  }

  @Test("Answers that cannot be encoded are unsaved, and what was stored stays")
  func unencodable() async throws {
    struct Broken: Codable, Sendable {
      var isBroken = false
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        guard !isBroken else {
          throw EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: ""))
        }
        try ["name": "Ana"].encode(to: encoder)
      }
    }
    struct State: Sendable { var answers = Broken() }
    let store = try DraftStore.temporary()
    let mapping = try DraftMapping<State>.formhaus(Self.definition, answers: \.answers)
    var state = State()
    let first = try await store.save(state, mapping, owner: "ana")
    state.answers.isBroken = true
    let receipt = try await store.save(state, mapping, owner: "ana", draft: first.draft)
    #expect(receipt.unsaved.map(\.path) == ["name", "note", "vat", "ok"])
    let stored = await store.restore(key, schema: mapping.schema).draft?.snapshot
    #expect(stored?.values == ["name": "Ana"])
    await store.close()
  }

  @Test("A snapshot of the main actor's works there, and the mapping says so")
  func mainActor() throws {
    let mapping = try DraftMapping<BoundState>.formhaus(
      Self.definition, answers: \.answers, step: \.step, skippedSteps: \.skipped)
    #expect(mapping.isMainActorOnly)
    var state = BoundState()
    state.answers.name = "Ana"
    let snapshot = mapping.snapshot(of: state)
    #expect(snapshot.values["name"] == "Ana" && snapshot.step == "who")
    var other = BoundState()
    #expect(mapping.populate(&other, from: snapshot).isEmpty)
    #expect(other.answers == state.answers)
  }

  @Test("A definition that cannot be read is the error of reading it")
  func badDefinition() {
    #expect(throws: DraftError.self) {
      try DraftMapping<ClaimState>.formhaus(Array("{}".utf8), answers: \.answers)
    }
  }
}

extension ClaimState {
  fileprivate func draft(_ mapping: DraftMapping<ClaimState>) -> DraftSnapshot {
    mapping.snapshot(of: self)
  }
}
