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

  /// Changes an answer, a mark, the step or the order; or nothing.
  private func edit(_ snapshot: inout DraftSnapshot, _ random: inout Seeded) {
    let values: [DraftValue] = [
      "", "x", "a longer text, no longer inline", .null, ["l", 1], 7, [:],
    ]
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
    for _ in 0..<60 {
      edit(&snapshot, &random)
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
      #expect(try await store.statementCount(owner) - before == 4)
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
