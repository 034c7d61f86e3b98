import FormDrafts
import Testing

@Suite struct SchemaChecksTests {
  private func failure(_ schema: DraftSchema) -> DraftError? {
    do {
      try schema.check()
      return nil
    } catch {
      return error
    }
  }

  @Test func `A schema in order passes, also without fields`() throws {
    try DraftSchema("signup", fields: []).check()
    try DraftSchema(
      "signup",
      fields: [
        .init("name", .text, step: "one"), .init("/tags", .text, isMany: true),
        .init("/rows", .object, isMany: true, identity: "/id"), .init("/rows/~*/id", .text),
        .init("/m/~*", .any),
      ],
      steps: [.init("one"), .init("two")],
      overrides: .init(secret: ["/x"], notSecret: ["/y"])
    ).check()
  }

  @Test func `Names that differ only in Unicode composition are two`() throws {
    try DraftSchema(
      "f", fields: [.init("caf\u{e9}", .text), .init("cafe\u{301}", .text)],
      steps: [.init("\u{e9}"), .init("e\u{301}")]
    ).check()
  }

  @Test(arguments: [
    (DraftSchema("", fields: []), "empty id"),
    (DraftSchema(String(repeating: "x", count: 1025), fields: []), "1024 bytes"),
    (DraftSchema("f", fields: [.init("a", .text), .init("a", .date)]), "Fields 1 and 2"),
    (DraftSchema("f", fields: [.init(.root, .object)]), "field 1 is empty"),
    (DraftSchema("f", fields: [], steps: [.init("a"), .init("")]), "Step 2 has an empty id"),
    (DraftSchema("f", fields: [], steps: [.init("a"), .init("a")]), "Steps 1 and 2"),
    (DraftSchema("f", fields: [.init("a", .text, step: "x")]), "“x”"),
    (DraftSchema("f", fields: [.init("a", .object, identity: "/id")]), "/a has an identity"),
    (
      DraftSchema("f", fields: [.init("a", .object, isMany: true, identity: .root)]),
      "the identity in /a is empty"
    ),
    (DraftSchema("f", fields: [.init("a", .text, formerly: [.root])]), "a former path of /a"),
    (DraftSchema("f", fields: [], overrides: .init(secret: [.root])), "marked secret"),
    (
      DraftSchema("f", fields: [], overrides: .init(secret: ["/a"], notSecret: ["/a"])),
      "/a is marked both"
    ),
    (
      DraftSchema("f", fields: [.init([String(repeating: "é", count: 513)], .text)]),
      "A name in field 1"
    ),
    (
      DraftSchema("f", fields: [.init(FieldPath(Array(repeating: "a", count: 65)), .text)]),
      "64 names deep"
    ),
    (
      DraftSchema("f", fields: [], steps: [.init(String(repeating: "s", count: 1025))]),
      "The id of step 1"
    ),
  ])
  func `What no draft could be kept under is refused by its place`(
    schema: DraftSchema, words: String
  ) throws {
    let error = try #require(failure(schema))
    #expect(error.code == .invalidSchema)
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test func `A name of just the limit passes, escapes counted as what they stand for`() throws {
    let name = String(repeating: "/", count: 1024)
    try DraftSchema("f", fields: [.init([name], .text)]).check()
    #expect(failure(DraftSchema("f", fields: [.init([name + "/"], .text)])) != nil)
  }

  @Test func `A step that is nearly right is suggested`() throws {
    let schema = DraftSchema(
      "f", fields: [.init("a", .text, step: "adress")], steps: [.init("address"), .init("you")])
    let error = try #require(failure(schema))
    #expect(error.hint == "Did you mean “address”?")
    #expect(error.paths == ["/a"])
  }

  @Test func `A hundred thousand fields pass, one more does not`() throws {
    let fields = (0..<100_000).map { DraftSchema.Field(["f\($0)"], .text) }
    try DraftSchema("f", fields: fields).check()
    let error = try #require(failure(DraftSchema("f", fields: fields + [.init("x", .text)])))
    #expect(error.message.contains("100001 fields"))
  }

  @Test func `What is shown of a name cannot steer a terminal`() throws {
    let error = try #require(
      failure(DraftSchema("f", fields: [.init("a", .text, step: "\u{1b}[2J\u{202e}")])))
    #expect(error.message.contains("\\u{1b}[2J\\u{202e}"))
  }
}
