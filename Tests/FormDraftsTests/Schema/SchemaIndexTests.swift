import FormDrafts
import Testing

@Suite struct SchemaIndexTests {
  private static let schema = DraftSchema(
    "form",
    fields: [
      .init("name", .text), .init("tags", .text, isMany: true),
      .init("/address/city", .text), .init("/address/geo", .any),
      .init("contacts", .object, isMany: true), .init("/contacts/~*/phone", .text),
      .init("/contacts/~*/lines/~*/text", .text), .init("env", .map(.text)),
      .init("people", .map(.object)), .init("/people/~*/age", .integer),
      .init("free", .object), .init("grid", .list(.text), isMany: true),
      .init("/tuple/0", .date), .init("/tuple/~*", .text), .init(["a/b", "~"], .boolean),
    ])
  private let index = SchemaIndex(Self.schema)

  @Test(arguments: [
    ("/name", "/name"), ("/tags", "/tags"), ("/address/city", "/address/city"),
    ("/contacts/0/phone", "/contacts/~*/phone"),
    ("/contacts/12/lines/3/text", "/contacts/~*/lines/~*/text"),
    ("/contacts/~*/phone", "/contacts/~*/phone"), ("/people/Ana/age", "/people/~*/age"),
    ("/people/0/age", "/people/~*/age"), ("/tuple/0", "/tuple/0"), ("/tuple/1", "/tuple/~*"),
    ("/a~1b/~0", "/a~1b/~0"),
  ])
  func `A value is of the field that speaks of its place`(path: FieldPath, field: FieldPath) {
    #expect(index.field(at: path)?.path == field)
    #expect(index.covers(path))
  }

  @Test(arguments: ["/other", "/address", "/tags/0", "/contacts/0", "/env/X", "/address/zip", ""])
  func `A place without a field of its own has none`(pointer: String) throws {
    #expect(index.field(at: try FieldPath(pointer: pointer)) == nil)
  }

  @Test(arguments: [
    "", "/address", "/contacts/0", "/contacts/0/lines", "/tags/0", "/tags/0/x", "/env/HOME",
    "/free/any/thing", "/grid/0/1", "/address/geo/lat", "/name/odd", "/people/x", "/a~1b",
  ])
  func `Outer places and the inside of open fields are covered`(pointer: String) throws {
    #expect(index.covers(try FieldPath(pointer: pointer)))
  }

  @Test(arguments: [
    "/other", "/address/zip", "/contacts/0/fax", "/people/x/name", "/Name", "/nam", "/namee",
    "/a", "/a~1b/x", "/contacts/0/lines/0/other",
  ])
  func `A member that nobody declares is not covered`(pointer: String) throws {
    #expect(!index.covers(try FieldPath(pointer: pointer)))
  }

  @Test func `A name declared beside each item comes first, and falls back to it`() {
    let index = SchemaIndex(
      DraftSchema("f", fields: [.init("/t/0/a", .date), .init("/t/~*/b", .text)]))
    #expect(index.field(at: "/t/0/a")?.path == "/t/0/a")
    #expect(index.field(at: "/t/0/b")?.path == "/t/~*/b")
    #expect(index.field(at: "/t/1/a") == nil)
  }

  @Test func `Names are compared by bytes`() {
    let index = SchemaIndex(DraftSchema("f", fields: [.init("caf\u{e9}", .text)]))
    #expect(index.covers("caf\u{e9}"))
    #expect(!index.covers("cafe\u{301}"))
  }
}

@Suite struct SchemaIndexRetentionTests {
  private func index(
    _ fields: [DraftSchema.Field], secret: [FieldPath] = [], notSecret: [FieldPath] = []
  ) -> SchemaIndex {
    SchemaIndex(
      DraftSchema("f", fields: fields, overrides: .init(secret: secret, notSecret: notSecret)))
  }

  @Test func `A name is a secret at any depth, with and without a schema`() {
    let index = index([])
    #expect(index.retention(at: "/a/b/0/c/userPassword") == .secret)
    #expect(index.retention(at: "/apiKeys/0/value") == .secret)
    #expect(index.retention(at: "/secret~1santa") == .secret)
    #expect(index.retention(at: "/a/b/0/c/name") == .kept)
    #expect(index.retention(at: .root) == .kept)
  }

  @Test func `Marks hold for every item and all that stands inside`() {
    let index = index([
      .init("/people/~*/code", .text, contentKind: .oneTimeCode),
      .init("/login", .object, retention: .secret), .init("/nonce", .any, retention: .transient),
      .init("/login/name", .text), .init("/login/hint", .text, retention: .kept),
    ])
    #expect(index.retention(at: "/people/7/code") == .secret)
    #expect(index.retention(at: "/people/~*/code") == .secret)
    #expect(index.retention(at: "/people/7/name") == .kept)
    #expect(index.retention(at: "/login/name") == .secret)
    #expect(index.retention(at: "/login/undeclared/0") == .secret)
    #expect(index.retention(at: "/login/hint") == .kept)
    #expect(index.retention(at: "/nonce/inner") == .transient)
  }

  @Test func `A field that says kept is kept, and what stands inside is judged by itself`() {
    let index = index([.init("secretSanta", .object, retention: .kept)])
    #expect(index.retention(at: "/secretSanta") == .kept)
    #expect(index.retention(at: "/secretSanta/name") == .kept)
    #expect(index.retention(at: "/secretSanta/password") == .secret)
  }

  @Test func `The app's own list comes before fields and names`() {
    let index = index(
      [.init("iban", .text, retention: .kept), .init("/bank/name", .text, retention: .kept)],
      secret: ["/iban", "/bank", "/rows/~*/key"], notSecret: ["/otp", "/bank/bic"])
    #expect(index.retention(at: "/iban") == .secret)
    #expect(index.retention(at: "/bank/name") == .secret)
    #expect(index.retention(at: "/bank/bic") == .kept)
    #expect(index.retention(at: "/otp") == .kept)
    #expect(index.retention(at: "/otp/password") == .secret)
    #expect(index.retention(at: "/rows/3/key") == .secret)
    #expect(index.retention(at: "/rows/3/other") == .kept)
  }

  @Test func `A member of a map is judged by its own name`() {
    let index = SchemaIndex(
      DraftSchema("f", fields: [.init("/env/~*", .text), .init("/rows/~*", .map(.text))]))
    #expect(index.retention(at: "/env/password") == .secret)
    #expect(index.retention(at: "/env/apiKey") == .secret)
    #expect(index.retention(at: "/env/path") == .kept)
    #expect(index.retention(at: "/rows/0/pin") == .secret)
  }

  @Test func `The app's own list sees each way through lists and names`() {
    let index = index([], secret: ["/m/~*/k", "/m/x/other"])
    #expect(index.retention(at: "/m/x/k") == .secret)
    #expect(index.retention(at: "/m/y/k") == .secret)
    #expect(index.retention(at: "/m/x/other") == .secret)
    #expect(index.retention(at: "/m/y/other") == .kept)
  }

  @Test func `A mark holds when one became many or many became one`() {
    let index = index(
      [
        .init("/owner/code", .text, retention: .secret),
        .init("people", .object, isMany: true),
        .init("/people/~*/code", .text, retention: .secret),
        .init("/people/~*/pin", .text, retention: .kept),
      ], secret: ["/phones/number"])
    #expect(index.retention(at: "/owner/0/code") == .secret)
    #expect(index.retention(at: "/people/code") == .secret)
    #expect(index.retention(at: "/phones/4/number") == .secret)
    #expect(index.retention(at: "/people/pin") == .secret)  // a guess keeps nothing
    #expect(index.retention(at: "/people/1/pin") == .kept)
  }
}
