import Testing

@testable import FormDrafts

/// The outcomes of fields, each from its definition.
@Suite struct ResolverTests {
  private func resolve(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field],
    touched: Set<FieldPath> = [], options: RestoreOptions = .init()
  ) throws -> Resolution {
    try DraftSchema.resolve(
      DraftSnapshot(values: values, touched: touched),
      from: DraftSchema("form", fields: before), to: DraftSchema("form", fields: now),
      options: options)
  }

  @Test func `same name and same type is kept, whatever else the form says`() throws {
    let result = try resolve(
      ["a": "1", "b": ["x": 2]], [.init("a", .text), .init("/b/x", .integer)],
      [
        .init("/b/x", .integer, isRequired: true, label: "X"), .init("a", .text, label: "A"),
        .init("c", .text),
      ])
    #expect(result.snapshot.values == ["a": "1", "b": ["x": 2]])
    #expect(result.report.fields.map(\.outcome) == [.kept, .kept, .added])
    #expect(result.fits)
  }

  @Test("Moves by former names: a field, a subtree, a member of every item")
  func moved() throws {
    let result = try resolve(
      ["mail": "m", "home": ["city": "c", "zip": "01"], "kids": [["tel": "1"], ["tel": "2"]]],
      [
        .init("mail", .text), .init("/home/city", .text), .init("/home/zip", .text),
        .init("kids", .object, isMany: true), .init("/kids/~*/tel", .text),
      ],
      [
        .init("email", .text, formerly: ["mail"]),
        .init("/address/main", .object, formerly: ["home"]),
        .init("/address/main/city", .text), .init("/address/main/zip", .text),
        .init("children", .object, isMany: true, formerly: ["kids"]),
        .init("/children/~*/phone", .text, formerly: ["/kids/~*/tel"]),
      ], touched: ["mail", "/home/zip"])
    #expect(
      result.snapshot.values == [
        "email": "m", "address": ["main": ["city": "c", "zip": "01"]],
        "children": [["phone": "1"], ["phone": "2"]],
      ])
    #expect(result.snapshot.touched == ["email", "/address/main/zip"])
    #expect(result.report["email"]?.outcome == .moved)
    #expect(result.report["email"]?.from == "mail")
    #expect(result.report["/address/main/zip"]?.from == "/home/zip")
    #expect(result.report["children"]?.from == "kids")
    #expect(result.report["/children/0/phone"]?.from == "/kids/0/tel")
    #expect(result.fits)
  }

  @Test func `a scalar where the form has an object now, and the reverse, has no place`() throws {
    let flat: [DraftSchema.Field] = [.init("a", .text)]
    let deep: [DraftSchema.Field] = [.init("/a/x", .text)]
    let down = try resolve(["a": "1"], flat, deep)
    #expect(down.snapshot.values == [:])
    #expect(down.report.orphans == ["a"])
    let up = try resolve(["a": ["x": "1"]], deep, flat)
    #expect(up.snapshot.values == [:])
    #expect(up.report.orphans == ["/a/x"])
    // Undeclared members of a field that takes them stay.
    let open = try resolve(["a": ["x": "1"]], deep, [.init("a", .map(.text))])
    #expect(open.snapshot.values == ["a": ["x": "1"]])
    #expect(open.fits)
  }

  @Test func `what neither form declares stays as it is`() throws {
    let result = try resolve(
      ["a": "1", "extra": ["deep": [1, .null, "é"]]], [.init("a", .text)],
      [.init("a", .text), .init("b", .text)])
    #expect(result.snapshot.values == ["a": "1", "extra": ["deep": [1, .null, "é"]]])
    #expect(result.report["/extra/deep"]?.outcome == .undeclared)
    #expect(result.fits)
  }

  @Test func `names compare by their bytes`() throws {
    let result = try resolve(
      ["e\u{301}": "two scalars"], [.init("e\u{301}", .text)], [.init("\u{e9}", .text)])
    #expect(result.snapshot.values == [:])
    #expect(result.report.orphans == ["e\u{301}"])
  }

  /// Report 43: a new required field never blocks.
  @Test func `a newly required field is named, and blocks nothing`() throws {
    let result = try resolve(
      ["title": "T"], [.init("title", .text), .init("note", .text)],
      [
        .init("title", .text, isRequired: true), .init("note", .text, isRequired: true),
        .init("modified", .date, isRequired: true),
        .init("kind", .text, isRequired: true, defaultValue: "a"),
      ])
    #expect(result.snapshot.values == ["title": "T"])
    #expect(result.fits)
    #expect(result.report["note"]?.outcome == .newlyRequired)
    #expect(result.report["modified"]?.outcome == .newlyRequired)
    #expect(result.report["kind"]?.outcome == .added)
  }
}
