import FormDraftsSQLite
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Saves that look only at what differs: they must leave the same in the file as saves that look at
/// everything.
@Suite struct AnswerSaveTests {
  private let owner: DraftOwner = "ana"
  private let key = DraftKey("form", owner: "ana")

  /// A form of text fields in sections.
  private func form(_ count: Int) -> (DraftSchema, DraftSnapshot) {
    let sections = (0..<count).map { DraftObject.Member("s\($0)", ["a": "one", "b": "two"]) }
    let flat = (0..<count).map { DraftObject.Member("f\($0)", .text("value of \($0)")) }
    let fields =
      flat.map { DraftSchema.Field(FieldPath([$0.name]), .text) }
      + sections.flatMap { section in
        ["a", "b"].map { DraftSchema.Field(FieldPath([section.name, $0]), .text) }
      }
    return (
      DraftSchema("form", fields: fields), DraftSnapshot(values: DraftObject(flat + sections))
    )
  }

  /// What the rows say, but for what two stores never share.
  private func rows(_ store: DraftStore, _ draft: DraftID) async throws -> [String] {
    try await store.probe(owner) { file throws(DraftError) in
      guard let content = try file.content(of: draft) else { return [] }
      let head = content.head
      return content.rows.map {
        "\($0.path.pointer) \($0.kind) \($0.flags) \($0.marks) \($0.value ?? []) \($0.base ?? [])"
          + " \($0.revision) \($0.isIntact)"
      } + [
        "\(head.revision) \(head.seq) \(head.answered) \(head.bytes) \(head.rows) \(head.saved)",
        "\(content.isIncomplete) \(content.damaged.count)",
      ]
    }
  }

  /// Makes the next save look at everything.
  private func forget(_ store: DraftStore) async throws {
    try await store.probe(owner) { file in file.shadows.removeAll() }
  }

  @Test(
    "A store that looks at differences has the same rows as one that does not",
    arguments: 1...4 as ClosedRange<UInt64>)
  func sameRows(seed: UInt64) async throws {
    var random = Seeded(seed)
    let folders = try [StoreFolder(), StoreFolder()]
    let time = TestTime()
    let stores = folders.map { $0.store(time.environment) }
    var (schema, snapshot) = form(6)
    let baseline = seed % 2 == 0 ? DraftBaseline("v1", values: snapshot.values) : nil
    var drafts: [DraftID] = []
    for store in stores {
      drafts.append(
        try await store.save(snapshot, schema: schema, key: key, baseline: baseline).draft)
    }
    let values: [DraftValue] = [
      "", "x", "a longer text, no longer inline", .null, ["l", 1], 7, [:],
    ]
    for _ in 0..<60 {
      let position = Int.random(in: 0..<snapshot.values.members.count, using: &random)
      let value = values.randomElement(using: &random) ?? .null
      switch Int.random(in: 0..<8, using: &random) {
      case 0: snapshot.touched.formSymmetricDifference(["f1"])
      case 1: snapshot.step = ["one", "two", nil].randomElement(using: &random) ?? nil
      case 2: snapshot.values.members.swapAt(0, position)
      case 3 where snapshot.values["s1"] != nil: snapshot.values["s1"] = ["a": value, "b": "two"]
      case 4: break
      default: snapshot.values.members[position].value = value
      }
      let savePoint: SavePoint.Reason? = Int.random(in: 0..<5, using: &random) == 0 ? .manual : nil
      time.advance(milliseconds: .random(in: 0..<200_000, using: &random))
      try await forget(stores[1])
      for (store, draft) in zip(stores, drafts) {
        try await store.save(
          snapshot, schema: schema, key: key, draft: draft, savePoint: savePoint)
      }
      #expect(try await rows(stores[0], drafts[0]) == rows(stores[1], drafts[1]))
    }
    #expect(try await stores[0].restored(key, schema: schema).snapshot == snapshot)
    let histories = [
      try await stores[0].history(of: drafts[0]), try await stores[1].history(of: drafts[1]),
    ]
    #expect(histories[0].map(\.revision) == histories[1].map(\.revision))
    #expect(histories[0].map(\.changed) == histories[1].map(\.changed))
    for store in stores { await store.close() }
  }

  @Test func `an edit of a text that only this form holds is seen`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(3)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    // Appending writes into the text's own storage where nobody else refers to it: the kept form
    // must not see the new bytes through the same address.
    var text = String(repeating: "long enough for the heap ", count: 4)
    for round in 0..<40 {
      text.append("\(round % 10)")
      snapshot.values.members[0].value = .text(text)
      let receipt = try await store.save(snapshot, schema: schema, key: key, draft: draft)
      #expect(receipt.written == 1)
      snapshot.values.members[0].value = .null
      text.append("")
      snapshot.values.members[0].value = .text(text)
    }
    var list: [DraftValue] = []
    for number in 0..<20 {
      snapshot.values.members[1].value = .null
      list.append(DraftValue(number))
      snapshot.values.members[1].value = .list(list)
      #expect(
        try await store.save(snapshot, schema: schema, key: key, draft: draft).written == 1)
    }
    #expect(try await store.restored(key, schema: schema).snapshot == snapshot)
    await store.close()
  }

  @Test func `only members that differ are looked at`() {
    var (_, snapshot) = form(300)
    snapshot.values.members.append(.init("long", .text(String(repeating: "long ", count: 9))))
    let handed = HandedForm(snapshot, undeclared: [])
    #expect(handed.differences(to: snapshot)?.positions == [])
    snapshot.values.members[7].value = "changed"
    snapshot.values["s3"] = ["a": "changed too", "b": "two"]
    let found = handed.differences(to: snapshot)
    #expect(found?.positions == [7, 303])
    #expect(found?.leaves.map(\.path) == ["f7", ["s3", "a"]])
    let changes: [(inout DraftSnapshot) -> Void] = [
      { $0.values.members.swapAt(0, 1) }, { $0.step = "two" }, { $0.skippedSteps = ["one"] },
      { $0.focus = "f1" }, { $0.touched = ["f1"] }, { $0.dirty = ["f1"] },
      { $0.values["f1"] = nil }, { $0.values["s1"] = ["a": "one"] }, { $0.values["s1"] = "text" },
    ]
    for change in changes {
      var other = snapshot
      change(&other)
      #expect(handed.differences(to: other)?.positions == nil)
    }
  }

  @Test func `a whole form costs as many statements as one answer`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    var (schema, snapshot) = form(200)
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    for round in 0..<3 {
      snapshot.values.members[round].value = "changed"
      let before = try await store.statementCount(owner)
      try await store.save(snapshot, schema: schema, key: key, draft: draft)
      // BEGIN, the draft's row, the changed field, the draft's row, COMMIT.
      #expect(try await store.statementCount(owner) - before == 5)
    }
    await store.close()
  }

  @Test func `a secret that appears later is withheld, and what repeats it`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    let schema = DraftSchema("form", fields: [.init("a", .text), .init("tags", .any)])
    var snapshot = DraftSnapshot(values: ["a": "hunter22", "tags": ["x"]])
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    snapshot.values["tags"] = [["password": "hunter22"]]
    let receipt = try await store.save(snapshot, schema: schema, key: key, draft: draft)
    #expect(receipt.withheld == [["tags", "0", "password"], "a"])
    let stored = try await store.restored(key, schema: schema).snapshot.values
    #expect(stored == ["tags": [[:]]])
    await store.close()
  }

  @Test func `somebody else's save in between is not overwritten unseen`() async throws {
    let folder = try StoreFolder()
    let (mine, theirs) = (folder.store(), folder.store())
    var (schema, snapshot) = form(3)
    let draft = try await mine.save(snapshot, schema: schema, key: key).draft
    var other = snapshot
    other.values["f1"] = "theirs"
    try await theirs.save(other, schema: schema, key: key, draft: draft)
    snapshot.values["f0"] = "mine"
    let error = await failure {
      try await mine.save(snapshot, schema: schema, key: key, draft: draft, basedOn: 1)
    }
    #expect(error?.code == .conflict)
    // Without a revision the whole form is saved over what is there.
    try await mine.save(snapshot, schema: schema, key: key, draft: draft)
    #expect(try await theirs.restored(key, schema: schema).snapshot == snapshot)
    try await theirs.discard(draft)
    snapshot.values["f0"] = "late"
    let gone = await failure {
      try await mine.save(snapshot, schema: schema, key: key, draft: draft)
    }
    #expect(gone?.code == .gone)
    await mine.close()
    await theirs.close()
  }
}

/// Saves of some answers whose others stay.
@Suite struct DraftEditsTests {
  private let key = DraftKey("form", owner: "ana")
  private let schema = DraftSchema(
    "form",
    fields: [
      .init("a", .text), .init("b", .text), .init(["address", "city"], .text),
      .init("password", .text), .init("tags", .any),
    ])

  private func begun(
    _ values: DraftObject = ["a": "1", "b": "2"]
  ) async throws -> (StoreFolder, DraftStore, DraftID) {
    let folder = try StoreFolder()
    let store = folder.store(TestTime().environment)
    let draft = try await store.save(
      DraftSnapshot(values: values, step: "two"), schema: schema, key: key
    ).draft
    return (folder, store, draft)
  }

  @Test func `edits change, add and remove answers, and leave the rest`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("a", to: "new", dirty: true)
    #expect(try await store.save(edits, schema: schema, key: key, draft: draft).written == 1)
    edits.set(["address", "city"], to: "Lima", touched: true)
    edits.remove("b")
    let receipt = try await store.save(edits, schema: schema, key: key, draft: draft)
    #expect(receipt.revision == 3)
    let snapshot = try await store.restored(key, schema: schema).snapshot
    #expect(snapshot.values == ["a": "new", "address": ["city": "Lima"]])
    #expect(snapshot.step == "two")
    #expect(snapshot.dirty == ["a"])
    #expect(snapshot.touched == [["address", "city"]])
    // The same again brings nothing new.
    #expect(try await store.save(edits, schema: schema, key: key, draft: draft).revision == 3)
    #expect(
      try await store.save(DraftEdits(), schema: schema, key: key, draft: draft).revision == 3)
    await store.close()

    let reopened = folder.store(TestTime().environment)
    edits.set("a", to: "newer")
    try await reopened.save(edits, schema: schema, key: key, draft: draft)
    #expect(try await reopened.restored(key, schema: schema).snapshot.values["a"] == "newer")
    await reopened.close()
  }

  @Test func `a whole form after edits is compared with what is stored`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("a", to: "edited")
    try await store.save(edits, schema: schema, key: key, draft: draft)
    let whole = DraftSnapshot(values: ["a": "1", "b": "2"], step: "two")
    #expect(try await store.save(whole, schema: schema, key: key, draft: draft).written == 1)
    #expect(try await store.restored(key, schema: schema).snapshot.values["a"] == "1")
    await store.close()
  }

  @Test func `secrets among edits are withheld, and what repeats them`() async throws {
    let (folder, store, draft) = try await begun(["a": "1", "b": "2", "tags": ["x"]])
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set("password", to: "correct horse")
    edits.set("b", to: "correct horse")
    let receipt = try await store.save(edits, schema: schema, key: key, draft: draft)
    #expect(receipt.withheld == ["password", "b"])
    var nested = DraftEdits()
    nested.set("tags", to: [["cvv": "123456"]])
    #expect(
      try await store.save(nested, schema: schema, key: key, draft: draft).withheld
        == [["tags", "0", "cvv"]])
    let values = try await store.restored(key, schema: schema).snapshot.values
    #expect(values == ["a": "1", "tags": [[:]]])
    await store.close()
  }

  @Test func `what cannot be done says so and changes nothing`() async throws {
    let (folder, store, draft) = try await begun()
    defer { withExtendedLifetime(folder) {} }
    var edits = DraftEdits()
    edits.set(["a", "inside"], to: "x")
    let through = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft)
    }
    #expect(through?.code == .invalidArgument)
    edits = DraftEdits()
    edits.set("a", to: "x")
    let other = DraftSchema("form", fields: [.init("a", .integer)])
    let changed = await failure {
      try await store.save(edits, schema: other, key: key, draft: draft)
    }
    #expect(changed?.code == .invalidArgument)
    let late = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft, basedOn: 7)
    }
    #expect(late?.code == .conflict)
    let record = DraftKey("form", owner: "ana", record: "plan/42")
    let misplaced = await failure {
      try await store.save(edits, schema: schema, key: record, draft: draft)
    }
    #expect(misplaced?.code == .keyMismatch)
    #expect(try await store.restored(key, schema: schema).summary.revision == 1)
    try await store.discard(draft)
    let gone = await failure {
      try await store.save(edits, schema: schema, key: key, draft: draft)
    }
    #expect(gone?.code == .gone)
    await store.close()
  }
}
