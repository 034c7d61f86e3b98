import Testing

@testable import FormDrafts

/// Former names that meet other names: which field takes what.
@Suite("Former names")
struct SchemaClaimsTests {
  private func form(_ fields: [(FieldPath, [FieldPath])]) -> DraftSchema {
    DraftSchema("form", fields: fields.map { .init($0.0, .text, formerly: $0.1) })
  }

  /// Each value is the name it was saved under.
  private func resolve(_ old: DraftSchema, _ new: DraftSchema) throws -> Resolution {
    let names = old.fields.map { DraftObject.Member($0.path.names[0], .text($0.path.names[0])) }
    return try DraftSchema.resolve(
      DraftSnapshot(values: DraftObject(names)), from: old, to: new, options: .init(floor: 0))
  }

  private func values(_ old: DraftSchema, _ new: DraftSchema) throws -> DraftObject {
    let result = try resolve(old, new)
    // A diff says the same.
    let moved = SchemaDiff(from: old, to: new).changes.filter { $0.kind == .fieldMoved }
    #expect(
      Set(moved.map { "\($0.from?.pointer ?? "") \($0.path?.pointer ?? "")" })
        == Set(
          result.report.fields.filter { $0.outcome == .moved }
            .map { "\($0.from?.pointer ?? "") \($0.path)" }))
    return result.snapshot.values
  }

  @Test func `a chain of names moves on as a whole, and back`() throws {
    let first = form([("b", []), ("c", []), ("d", [])])
    let fields: [(FieldPath, [FieldPath])] = [("a", ["b"]), ("b", ["c"]), ("c", ["d"])]
    for fields in [fields, fields.reversed()] {
      let second = form(fields)
      let there = try values(first, second)
      #expect(["a", "b", "c"].map { there[$0] } == ["b", "c", "d"])
      let back = try values(second, first)
      #expect(["b", "c", "d"].map { back[$0] } == ["a", "b", "c"])
      #expect(try resolve(first, second).fits)
      #expect(try resolve(second, first).fits)
    }
  }

  @Test func `a chain that was gone through before stays`() throws {
    let second = form([("a", ["b"]), ("b", ["c"])])
    let third = form([("a", ["b"]), ("b", ["c"]), ("e", [])])
    #expect(try values(second, third) == ["a": "a", "b": "b"])
    #expect(try values(third, second) == ["a": "a", "b": "b"])
    // One more rename at its end moves that field alone.
    let fourth = form([("x", ["a"]), ("a", ["b"]), ("b", ["c"])])
    #expect(try values(second, fourth) == ["x": "a", "b": "b"])
    #expect(try values(fourth, second) == ["a": "x", "b": "b"])
  }

  @Test func `a circle of names takes nothing`() throws {
    let first = form([("a", []), ("b", [])])
    let second = form([("a", ["b"]), ("b", ["a"]), ("c", [])])
    #expect(try values(first, second) == ["a": "a", "b": "b"])
  }

  @Test func `a field both have gives way to nothing`() throws {
    let first = form([("a", []), ("b", [])])
    #expect(try values(first, form([("b", ["a"])])) == ["b": "b"])
    #expect(try values(first, form([("a", []), ("b", ["a"])])) == ["a": "a", "b": "b"])
  }

  @Test func `what the reader says goes before what the writer says`() throws {
    let second = form([("a", ["b"])])
    // Backwards it would be b again; the reader knows it as c.
    #expect(try values(second, form([("c", ["a"]), ("b", [])])) == ["c": "a"])
    // A former name that the writer never had takes no place from anybody.
    #expect(try values(second, form([("b", ["x"])])) == ["b": "a"])
  }

  @Test func `two answers for one place wait, one takes it, and a form before that has it back`()
    throws
  {
    // `b` has another meaning in the third form; the second says that its `a` was `b` once.
    let second = form([("a", ["b"])])
    let third = form([("c", ["a"]), ("b", [])])
    let both = try resolve(third, second)
    #expect(both.snapshot.values == [:])
    #expect(Set(both.report.orphans) == ["b", "c"])
    let there = try DraftSchema.resolve(
      DraftSnapshot(values: ["a": "1"]), from: second, to: third)
    #expect(there.snapshot.values == ["c": "1"])
    let back = try DraftSchema.resolve(there.snapshot, from: third, to: second)
    #expect(back.snapshot.values == ["a": "1"])
    #expect(back.fits)
  }

  @Test func `a chain through objects takes along what stands inside`() throws {
    let first = DraftSchema(
      "form", fields: [.init("/b/x", .text), .init("/c/x", .text), .init("/c/y", .text)])
    let second = DraftSchema(
      "form",
      fields: [
        .init("a", .object, formerly: ["b"]), .init("/a/x", .text),
        .init("b", .object, formerly: ["c"]), .init("/b/x", .text), .init("/b/y", .text),
      ])
    let values: DraftObject = ["b": ["x": "1"], "c": ["x": "2", "y": "3"]]
    let there = try DraftSchema.resolve(DraftSnapshot(values: values), from: first, to: second)
    #expect(there.snapshot.values == ["a": ["x": "1"], "b": ["x": "2", "y": "3"]])
    #expect(there.fits)
    let back = try DraftSchema.resolve(there.snapshot, from: second, to: first)
    #expect(back.snapshot.values == values)
    #expect(back.fits)
  }

  @Test func `a former path of every item is none of a single object's members`() throws {
    let first = DraftSchema(
      "form", fields: [.init("/m/x/p", .text), .init("/m/y/p", .text)])
    let second = DraftSchema(
      "form",
      fields: [
        .init("/m/x/p", .text), .init("/m/y/p", .text),
        .init("/n/~*/q", .text, formerly: ["/m/~*/p"]),
      ])
    let values: DraftObject = ["m": ["x": ["p": "1"], "y": ["p": "2"]]]
    let result = try DraftSchema.resolve(DraftSnapshot(values: values), from: first, to: second)
    #expect(result.snapshot.values == values)
    #expect(result.report.fields.allSatisfy { $0.outcome != .moved })
  }

  @Test func `a former path of every member of a map moves each`() throws {
    let first = DraftSchema("form", fields: [.init("m", .map(.object)), .init("/m/~*/p", .text)])
    let second = DraftSchema(
      "form",
      fields: [
        .init("n", .map(.object), formerly: ["m"]),
        .init("/n/~*/q", .text, formerly: ["/m/~*/p"]),
      ])
    let result = try DraftSchema.resolve(
      DraftSnapshot(values: ["m": ["x": ["p": "1"], "7": ["p": "2"]]]), from: first, to: second)
    #expect(result.snapshot.values == ["n": ["x": ["q": "1"], "7": ["q": "2"]]])
    #expect(result.fits)
  }
}

/// Claims that are not one to one.
@Suite struct ResolverClaimsTests {
  private func resolve(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field]
  ) throws -> Resolution {
    try DraftSchema.resolve(
      DraftSnapshot(values: values), from: DraftSchema("form", fields: before),
      to: DraftSchema("form", fields: now))
  }

  @Test("A field that had the old name already, or a claim by two, moves nothing")
  func claims() throws {
    // The writer knew both: the names decide.
    let both = try resolve(
      ["a": "1", "b": "2"], [.init("a", .text), .init("b", .text)],
      [.init("a", .text), .init("b", .text, formerly: ["a"])])
    #expect(both.snapshot.values == ["a": "1", "b": "2"])
    // A new meaning of the old name: the form says where the old answers are.
    let reused = try resolve(
      ["a": "1"], [.init("a", .text)], [.init("a", .text), .init("b", .text, formerly: ["a"])])
    #expect(reused.snapshot.values == ["b": "1"])
    let claimed = try resolve(
      ["a": "1"], [.init("a", .text)],
      [.init("b", .text, formerly: ["a"]), .init("c", .text, formerly: ["a"])])
    #expect(claimed.snapshot.values == [:])
    #expect(claimed.report["a"]?.outcome == .orphaned)
    #expect(!claimed.fits)
    // Two old answers for one new field: nobody can choose, unless one of them says nothing.
    let merged: [DraftSchema.Field] = [.init("c", .text, formerly: ["a", "b"])]
    let two = try resolve(
      ["a": "1", "b": "2"], [.init("a", .text), .init("b", .text)], merged)
    #expect(two.snapshot.values == [:])
    #expect(two.report.orphans == ["a", "b"])
    let one = try resolve(
      ["a": "", "b": "2"], [.init("a", .text), .init("b", .text)], merged)
    #expect(one.snapshot.values == ["c": "2"])
    #expect(one.report.orphans == ["a"])
    #expect(one.fits)
  }

  @Test func `a rename and the way back, both declared, are one claim`() throws {
    let result = try resolve(
      ["a": "1"], [.init("a", .text, formerly: ["b"])], [.init("b", .text, formerly: ["a"])])
    #expect(result.snapshot.values == ["b": "1"])
    #expect(result.report["b"]?.from == "a")
    #expect(result.fits)
  }

  @Test func `what two fields claim is not handed out if one of them is a secret`() throws {
    let result = try resolve(
      ["a": "hunter2-and-more"], [.init("a", .text)],
      [
        .init("b", .text, formerly: ["a"]),
        .init("c", .text, retention: .secret, formerly: ["a"]),
      ])
    #expect(result.snapshot.values == [:])
    #expect(result.orphans.isEmpty)
    #expect(result.report["a"]?.outcome == .withheld)
  }
}
