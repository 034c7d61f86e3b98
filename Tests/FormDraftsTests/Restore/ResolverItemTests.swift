import Testing

@testable import FormDrafts

/// Members of the items of lists.
@Suite struct ResolverItemTests {
  private func resolve(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field]
  ) throws -> Resolution {
    try DraftSchema.resolve(
      DraftSnapshot(values: values), from: DraftSchema("form", fields: before),
      to: DraftSchema("form", fields: now))
  }

  @Test func `a member of an item that has no place is named, the rest of the item stays`() throws {
    let before: [DraftSchema.Field] = [
      .init("rows", .object, isMany: true), .init("/rows/~*/a", .text),
      .init("/rows/~*/b", .text), .init("/rows/~*/in", .object, isMany: true),
      .init("/rows/~*/in/~*/c", .integer),
    ]
    let values: DraftObject = [
      "rows": [["a": "1", "b": "2", "in": [["c": 3], ["c": 4, "x": true]]], "odd", ["b": "5"]]
    ]
    let result = try resolve(
      values, before,
      [
        .init("rows", .object, isMany: true), .init("/rows/~*/a", .text),
        .init("/rows/~*/in", .object, isMany: true), .init("/rows/~*/in/~*/c", .decimal),
      ])
    #expect(
      result.snapshot.values == [
        "rows": [["a": "1", "in": [["c": 3], ["c": 4, "x": true]]], "odd", [:]]
      ])
    #expect(result.report.orphans == ["/rows/0/b", "/rows/2/b"])
    #expect(
      result.orphans.map(\.value) == ["2", "5"])
    #expect(result.report["/rows/0/in/1/c"]?.outcome == .converted)
    #expect(result.report.mismatches.map(\.path) == ["/rows/0/b", "/rows/2/b"])
  }

  @Test func `a member of an item that is a secret now is not handed out`() throws {
    let before: [DraftSchema.Field] = [
      .init("rows", .object, isMany: true), .init("/rows/~*/a", .text),
      .init("/rows/~*/iban", .text),
    ]
    var now = before
    now[2].retention = .secret
    let result = try resolve(["rows": [["a": "1", "iban": "DE"]]], before, now)
    #expect(result.snapshot.values == ["rows": [["a": "1"]]])
    #expect(result.report["/rows/0/iban"]?.outcome == .withheld)
    #expect(result.orphans.isEmpty)
    #expect(result.fits)
  }

  @Test(
    "What is a secret now inside a list that declares nothing is not handed out",
    arguments: [false, true])
  func openLists(hasNewField: Bool) throws {
    let fields: [DraftSchema.Field] = [
      .init("codes", .text, isMany: true), .init("open", .any, isMany: true),
      .init("rows", .object, isMany: true), .init("/rows/~*/tags", .any, isMany: true),
    ]
    let result = try DraftSchema.resolve(
      DraftSnapshot(
        values: [
          "codes": ["1", "2"], "open": [["a": 1, "deep": [["iban": "DE"]]]],
          "rows": [["tags": [["passcode": "4711", "b": 2]]]],
        ]),
      from: DraftSchema(
        "form", fields: fields, overrides: .init(notSecret: ["/rows/~*/tags/~*/passcode"])),
      to: DraftSchema(
        "form", fields: hasNewField ? fields + [.init("new", .text)] : fields,
        overrides: .init(secret: ["/codes/~*", "/open/~*/deep/~*/iban"])))
    #expect(
      result.snapshot.values == [
        "codes": [.null, .null], "open": [["a": 1, "deep": [[:]]]], "rows": [["tags": [["b": 2]]]],
      ])
    let withheld = Set(result.report.fields.filter { $0.outcome == .withheld }.map(\.path))
    #expect(
      withheld.isSuperset(of: [
        "/codes/0", "/codes/1", "/open/0/deep/0/iban", "/rows/0/tags/0/passcode",
      ]))
    #expect(result.orphans.isEmpty)
    #expect(result.fits)
  }
}
