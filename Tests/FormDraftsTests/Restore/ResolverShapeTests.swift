import Testing

@testable import FormDrafts

/// One object becomes many, and many become one; and fields move at the same time.
@Suite struct ResolverShapeTests {
  private func resolve(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field]
  ) throws -> Resolution {
    try DraftSchema.resolve(
      DraftSnapshot(values: values), from: DraftSchema("form", fields: before),
      to: DraftSchema("form", fields: now), options: .init(floor: 0))
  }

  private func expectThereAndBack(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field],
    is expected: DraftObject, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let there = try resolve(values, before, now)
    #expect(there.snapshot.values == expected, sourceLocation: sourceLocation)
    #expect(there.fits, sourceLocation: sourceLocation)
    let back = try resolve(there.snapshot.values, now, before)
    #expect(back.snapshot.values == values, sourceLocation: sourceLocation)
    #expect(back.fits, sourceLocation: sourceLocation)
    // A diff promises no less: nothing is lost for certain.
    for (old, new) in [(before, now), (now, before)] {
      let diff = SchemaDiff(
        from: DraftSchema("form", fields: old), to: DraftSchema("form", fields: new))
      #expect(
        diff.changes.allSatisfy { $0.effect != .orphaned }, "\(diff.changes)",
        sourceLocation: sourceLocation)
    }
  }

  private let one: [DraftSchema.Field] = [
    .init("child", .object), .init("/child/name", .text), .init("/child/age", .integer),
  ]
  private let many: [DraftSchema.Field] = [
    .init("child", .object, isMany: true), .init("/child/~*/name", .text),
    .init("/child/~*/age", .integer),
  ]

  @Test func `one object becomes a list of one, and back`() throws {
    let values: DraftObject = ["child": ["name": "A", "age": 7]]
    try expectThereAndBack(values, one, many, is: ["child": [["name": "A", "age": 7]]])
    let two = try resolve(["child": [["name": "A"], ["name": "B"]]], many, one)
    #expect(two.snapshot.values == [:])
    #expect(two.report.orphans == ["child"])
  }

  @Test func `a member that moves out of the object does not stay in the item`() throws {
    let now: [DraftSchema.Field] = [
      .init("child", .object, isMany: true), .init("/child/~*/age", .integer),
      .init("who", .text, formerly: ["/child/name"]),
    ]
    try expectThereAndBack(
      ["child": ["age": 7, "name": "A"]], one, now, is: ["child": [["age": 7]], "who": "A"])
    let result = try resolve(["child": ["age": 7, "name": "A"]], one, now)
    #expect(result.report["who"]?.from == "/child/name")
  }

  @Test func `a member that is a secret in the list is withheld, not wrapped`() throws {
    let now: [DraftSchema.Field] = [
      .init("child", .object, isMany: true), .init("/child/~*/age", .integer),
      .init("/child/~*/name", .text, retention: .secret),
    ]
    let result = try resolve(["child": ["age": 7, "name": "A"]], one, now)
    #expect(result.snapshot.values == ["child": [["age": 7]]])
    #expect(result.report["/child/name"]?.outcome == .withheld)
    #expect(result.orphans.isEmpty)
  }

  @Test func `an object that moved and became a list, and back`() throws {
    var now = many
    for index in now.indices {
      now[index].path = FieldPath(["kids"]).appending(
        contentsOf: now[index].path.suffix(after: "child"))
    }
    now[0].formerly = ["child"]
    try expectThereAndBack(
      ["child": ["name": "A", "age": 7]], one, now, is: ["kids": [["name": "A", "age": 7]]])
    // The other way round: a list that moved and became one object.
    now = one
    for index in now.indices {
      now[index].path = FieldPath(["kid"]).appending(
        contentsOf: now[index].path.suffix(after: "child"))
    }
    now[0].formerly = ["child"]
    try expectThereAndBack(
      ["child": [["name": "A", "age": 7]]], many, now, is: ["kid": ["name": "A", "age": 7]])
    let two = try resolve(["child": [["name": "A"], ["name": "B"]]], many, now)
    #expect(two.snapshot.values == [:])
    #expect(two.report.orphans == ["child"])
  }

  @Test func `one map becomes a list of maps, and back`() throws {
    let map: [DraftSchema.Field] = [.init("scores", .map(.integer))]
    let maps: [DraftSchema.Field] = [.init("scores", .map(.integer), isMany: true)]
    try expectThereAndBack(
      ["scores": ["x": 1, "y": 2]], map, maps, is: ["scores": [["x": 1, "y": 2]]])
    // Values are converted with it, or stay together where one is of another type.
    let result = try resolve(
      ["scores": ["x": 1, "y": 2]], map, [.init("scores", .map(.text), isMany: true)])
    #expect(result.snapshot.values == [:])
    #expect(result.orphans == [DraftOrphan(path: "scores", value: ["x": 1, "y": 2])])
  }

  @Test func `a form that saved a moved list gives back the object it was`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey("form", owner: "ana")
    let before = DraftSchema("form", fields: one)
    let now = DraftSchema(
      "form",
      fields: [
        .init("kids", .object, isMany: true, formerly: ["child"]),
        .init("/kids/~*/age", .integer), .init("who", .text, formerly: ["/child/name"]),
      ])
    let original = DraftSnapshot(
      values: ["child": ["name": "A", "age": 7]], touched: ["/child/name"])
    let draft = try await store.save(original, schema: before, key: key).draft
    let there = try await store.restored(key, schema: now)
    #expect(there.snapshot.values == ["who": "A", "kids": [["age": 7]]])
    try await store.save(there.snapshot, schema: now, key: key, draft: draft)
    let back = try await store.restored(key, schema: before)
    #expect(back.snapshot == original)
    #expect(back.orphans.isEmpty)
    await store.close()
  }
}
