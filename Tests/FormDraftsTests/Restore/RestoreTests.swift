import FormDraftsTesting
import Testing

@testable import FormDrafts

/// What a restore answers, and that it changes nothing.
@Suite struct RestoreTests {
  private let key = DraftKey("form", owner: "ana")
  private let base = DraftSchema(
    "form", version: "1.0",
    fields: [
      .init("name", .text), .init("age", .integer),
      .init("plan", .choice, options: .init([.init("free"), .init("paid")])),
      .init("/address/city", .text), .init("tags", .text, isMany: true),
      .init("password", .text),
    ],
    steps: [.init("one"), .init("two", isSkippable: true), .init("three")])
  private let snapshot = DraftSnapshot(
    values: [
      "name": "Ana", "age": 41, "plan": "free", "address": ["city": "Łódź"], "tags": ["a"],
      "extra": "undeclared",
    ], touched: ["name"], step: "two", skippedSteps: ["two"], focus: "age")

  private func answer(to schema: DraftSchema?) async throws -> Restoration {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(snapshot, schema: base, key: key)
    await store.close()
    let before = try folder.digests()
    let reader = DraftStore.readOnly(path: folder.path)
    let answer = await reader.restore(key, schema: schema)
    await reader.close()
    // Restore writes nothing and deletes nothing.
    #expect(try folder.digests() == before)
    return answer
  }

  private func changed(_ change: (inout DraftSchema) -> Void) -> DraftSchema {
    var schema = base
    change(&schema)
    return schema
  }

  @Test func `without a schema the writer's own is taken`() async throws {
    guard case .restored(let draft) = try await answer(to: nil) else { throw TestFailure() }
    #expect(draft.snapshot == snapshot)
    #expect(draft.writerSchema == base)
    #expect(draft.summary.fingerprint == base.fingerprint)
  }

  @Test func `an equal fingerprint is restored, whatever the version says`() async throws {
    let same = changed { schema in
      schema.version = "2.0"
      schema.title = "Another title"
      schema.fields.reverse()
      schema.fields[0].isRequired = true
      schema.fields[1].label = "Label"
    }
    guard case .restored(let draft) = try await answer(to: same) else { throw TestFailure() }
    #expect(draft.snapshot == snapshot)
    #expect(draft.report.mismatches.isEmpty)
    let outcomes = Dictionary(
      uniqueKeysWithValues: draft.report.fields.map { ($0.path, $0.outcome) })
    #expect(
      outcomes == [
        "name": .kept, "age": .kept, "plan": .kept, "/address/city": .kept, "tags": .kept,
        "extra": .undeclared, "password": .withheld,
      ])
    #expect(draft.report.reentry == ["password"])
    #expect(draft.summary.answered == 5)
    #expect(draft.summary.total == 5)
    #expect(draft.summary.version == "1.0")
  }

  @Test func `additions fit every draft`() async throws {
    let more = changed { schema in
      schema.fields.insert(.init("phone", .text, isRequired: true), at: 1)
      schema.fields.append(.init("pin", .text))
      schema.fields[3].options = .init([.init("paid"), .init("gold"), .init("free")])
      schema.steps.append(.init("four"))
      schema.steps.insert(.init("zero"), at: 0)
    }
    guard case .restored(let draft) = try await answer(to: more) else { throw TestFailure() }
    #expect(draft.snapshot == snapshot)
    let asked = draft.report.fields.filter { $0.outcome == .newlyRequired }.map(\.path)
    #expect(asked == ["phone"])
    #expect(draft.report.reentry == ["password", "pin"])
  }

  @Test(
    "What has no place needs a decision, and says so without a value",
    arguments: [
      ("gone", "name"), ("type", "age"), ("one", "tags"), ("closed", "name"), ("step", nil),
    ] as [(String, FieldPath?)])
  func mismatches(change: String, path: FieldPath?) async throws {
    let schema = changed { schema in
      switch change {
      case "gone": schema.fields.remove(at: 0)
      case "type": schema.fields[1].type = .text
      case "one":
        schema.fields[4].isMany = false
        schema.fields[4].type = .integer
      case "closed":
        schema.fields[0].type = .choice
        schema.fields[0].options = .init([.init("Bea")])
      default: schema.steps.remove(at: 1)
      }
    }
    #expect(schema.fingerprint != base.fingerprint)
    guard case .mismatch(let draft) = try await answer(to: schema) else { throw TestFailure() }
    #expect(draft.report.mismatches.map(\.path) == [path])
    #expect(draft.report.mismatches.map(\.kind) == [path == nil ? .stepGone : .orphaned])
    #expect(draft.report.mismatches.allSatisfy { !$0.description.isEmpty })
    // No value stands in the words.
    let words = draft.report.mismatches.map(\.description) + draft.report.fields.compactMap(\.why)
    for text in ["Ana", "Łódź", "undeclared", "41"] {
      #expect(!words.contains { $0.contains(text) })
    }
    #expect(draft.report.orphans == [path].compactMap { $0 })
    var expected = snapshot
    if let path {
      expected.values[path.pointer.replacing("/", with: "")] = nil
      expected.touched.remove(path)
      if expected.focus == path, change == "gone" { expected.focus = nil }
    } else {
      expected.step = "one"
      expected.skippedSteps = []
    }
    #expect(draft.salvage == expected)
  }

  @Test(
    "What is kept in another shape, or never handed out, needs no decision",
    arguments: ["list", "option", "secret", "transient", "order", "skip"])
  func fitting(change: String) async throws {
    let schema = changed { schema in
      switch change {
      case "list": schema.fields[0].isMany = true
      case "option": schema.fields[2].options = .init([.init("paid")])
      case "secret": schema.fields[0].retention = .secret
      case "transient": schema.fields[0].retention = .transient
      case "order": schema.steps.swapAt(0, 2)
      default: schema.steps[1].isSkippable = false
      }
    }
    #expect(schema.fingerprint != base.fingerprint)
    guard case .restored(let draft) = try await answer(to: schema) else { throw TestFailure() }
    var expected = snapshot
    switch change {
    case "list":
      expected.values["name"] = ["Ana"]
      #expect(draft.report["name"]?.outcome == .converted)
    case "option": #expect(draft.report["plan"]?.outcome == .invalidOption)
    case "secret", "transient":
      expected.values["name"] = nil
      expected.touched = []
      #expect(draft.report["name"]?.outcome == .withheld)
    case "skip":
      expected.skippedSteps = []
      #expect(draft.report.droppedSteps == ["two"])
    default: break
    }
    #expect(draft.snapshot == expected)
  }

  @Test func `the app's own list decides what is asked for again`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let schema = DraftSchema(
      "form",
      fields: [
        .init("password", .text),
        .init("plan", .choice, options: .init([.init("free"), .init("paid")])),
        .init("name", .text),
      ],
      overrides: .init(secret: ["plan", "/deep/code"], notSecret: ["password"]))
    let values: DraftObject = ["password": "a hint", "plan": "free", "name": "Ana"]
    let receipt = try await store.save(
      DraftSnapshot(values: values), schema: schema, key: key)
    #expect(receipt.withheld == ["plan"])
    let draft = try await store.restored(key, schema: schema)
    #expect(draft.snapshot.values == ["password": "a hint", "name": "Ana"])
    #expect(draft.report.reentry == ["plan", "/deep/code"])
    let withheld = draft.report.fields.filter { $0.outcome == .withheld }.map(\.path)
    #expect(withheld == ["plan", "/deep/code"])
    #expect(draft.summary.total == 2)
    #expect(draft.summary.answered == 2)
    await store.close()
  }

  @Test func `nothing there is none, and makes nothing`() async throws {
    let folder = try StoreFolder()
    for store in [folder.store(), DraftStore.readOnly(path: folder.path)] {
      #expect(await store.restore(key, schema: base).isNone)
      #expect(try await store.list().isEmpty)
      #expect(try System.status(folder.path) == nil)
    }
    let store = folder.store()
    try await store.save(snapshot, schema: base, key: key)
    let others = [
      DraftKey("form", owner: "bob"), DraftKey("form", owner: .nobody),
      DraftKey("form2", owner: "ana"), DraftKey("form", owner: "ana", record: "1"),
    ]
    for other in others { #expect(await store.restore(other, schema: base).isNone) }
    let id = try #require(DraftID(Identifiers.random()))
    #expect(await store.restore(key, schema: base, draft: id).isNone)
    #expect(await store.restore(id).isNone)
    #expect(try folder.place().tags().count == 1)
    await store.close()
  }

  @Test func `a read-only store looks, and writes nothing`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot, schema: base, key: key).draft
    // Also while somebody has the store open, with a log beside it.
    for isOpen in [true, false] {
      if !isOpen { await store.close() }
      // The index of a log is no data: readers note in it how far they look.
      func digests() throws -> [String: String] {
        try folder.digests().filter { !(isOpen && $0.key.hasSuffix("-shm")) }
      }
      let before = try digests()
      let reader = DraftStore.readOnly(path: folder.path)
      #expect(try await reader.list(verifying: true).count == 1)
      #expect(try await reader.restored(key, schema: base).snapshot == snapshot)
      let errors = [
        await failure { try await reader.save(snapshot, schema: base, key: key) },
        await failure { try await reader.save(.init(), schema: base, key: key, draft: draft) },
        await failure { try await reader.discard(draft) },
        await failure { try await reader.purge(.all) },
        await failure { try await reader.purge(DraftFilter(form: "form")) },
      ]
      #expect(errors.map { $0?.code } == Array(repeating: .unavailable, count: 5))
      await reader.close()
      #expect(try digests() == before)
    }
  }
}
