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

  @Test("Only lossless conversions; text never becomes a number", arguments: Conversions.table)
  func converted(row: Conversions.Row) throws {
    let result = try resolve(
      ["f": row.value], [.init("f", row.from, isMany: row.wasMany)],
      [.init("f", row.to, isMany: row.isMany, options: row.options)])
    guard let expected = row.result else {
      #expect(result.snapshot.values["f"] == nil)
      #expect(result.report["f"]?.outcome == .orphaned)
      #expect(result.orphans == [DraftOrphan(path: "f", value: row.value)])
      #expect(result.fits == row.value.isNothing)
      return
    }
    #expect(result.snapshot.values["f"] == expected)
    #expect(result.report["f"]?.outcome == .converted)
    #expect(result.fits)
  }

  @Test("Four kinds of nothing survive any change of type", arguments: ["null", "", "[]", "{}"])
  func nothings(kind: String) throws {
    let value: DraftValue =
      switch kind {
      case "null": .null
      case "": .text("")
      case "[]": .list([])
      default: .object([:])
      }
    let types: [DraftSchema.ValueType] = [
      .text, .integer, .decimal, .boolean, .date, .choice, .object, .any, .bytes, .map(.text),
    ]
    for from in types {
      for to in types {
        for (wasMany, isMany) in [(false, false), (false, true), (true, false), (true, true)] {
          let result = try resolve(
            ["f": value], [.init("f", from, isMany: wasMany)], [.init("f", to, isMany: isMany)])
          let found = [result.snapshot.values["f"], result.orphans.first?.value].compactMap { $0 }
          #expect(found.contains(value), "\(from) \(wasMany) to \(to) \(isMany)")
          #expect(result.fits)
        }
      }
    }
  }

  @Test func `a choice that is gone is kept and flagged, in a list by its items`() throws {
    let options = DraftSchema.Options([.init("FR"), .init("DE")])
    let old = DraftSchema.Options([.init("FR"), .init("YU")])
    let result = try resolve(
      ["one": "YU", "many": ["FR", "YU", "FR"], "fine": "FR"],
      [
        .init("one", .choice, options: old), .init("many", .choice, isMany: true, options: old),
        .init("fine", .choice, options: old),
      ],
      [
        .init("one", .choice, options: options),
        .init("many", .choice, isMany: true, options: options),
        .init("fine", .choice, options: options),
      ])
    #expect(result.snapshot.values == ["one": "YU", "many": ["FR", "YU", "FR"], "fine": "FR"])
    #expect(result.report["one"]?.outcome == .invalidOption)
    #expect(result.report["many"]?.items == [1])
    #expect(result.report["fine"]?.outcome == .kept)
    #expect(result.fits)
    #expect(!"\(result.report.fields)".contains("YU"))
  }

  /// Report 45: choices that arrive late give the same report, once.
  @Test func `choices that become known later are judged alike`() throws {
    let open = DraftSchema.Options([], isClosed: false)
    let old = DraftSchema.Options([.init("FR"), .init("YU")])
    var report = try resolve(
      ["country": "YU", "other": "FR", "many": ["FR", "YU"]],
      [
        .init("country", .choice, options: old), .init("other", .choice, options: old),
        .init("many", .choice, isMany: true, options: old),
      ],
      [
        .init("country", .choice, options: open), .init("other", .choice),
        .init("many", .choice, isMany: true, options: open),
      ]
    ).report
    #expect(report.fields.map(\.outcome) == [.kept, .kept, .kept])
    for _ in 0..<2 {
      for path in ["country", "other", "many"] as [FieldPath] {
        report.judge(options: .init([.init("FR"), .init("DE")]), for: path)
      }
      #expect(report.fields.map(\.outcome) == [.invalidOption, .kept, .invalidOption])
      #expect(report["many"]?.items == [1])
    }
    #expect(report.mismatches.isEmpty)
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

  @Test func `one object becomes a list of one, and back`() throws {
    let one: [DraftSchema.Field] = [
      .init("child", .object), .init("/child/name", .text), .init("/child/age", .integer),
    ]
    let many: [DraftSchema.Field] = [
      .init("child", .object, isMany: true), .init("/child/~*/name", .text),
      .init("/child/~*/age", .integer),
    ]
    let values: DraftObject = ["child": ["name": "A", "age": 7]]
    let there = try resolve(values, one, many)
    #expect(there.snapshot.values == ["child": [["name": "A", "age": 7]]])
    #expect(there.fits)
    let back = try resolve(there.snapshot.values, many, one)
    #expect(back.snapshot.values == values)
    #expect(back.fits)
    let two = try resolve(["child": [["name": "A"], ["name": "B"]]], many, one)
    #expect(two.snapshot.values == [:])
    #expect(two.report.orphans == ["child"])
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

/// The table of lossless conversions, and what is none.
enum Conversions {
  struct Row: Sendable, CustomTestStringConvertible {
    var from: DraftSchema.ValueType
    var wasMany = false
    var to: DraftSchema.ValueType
    var isMany = false
    var value: DraftValue
    var result: DraftValue?
    var options: DraftSchema.Options?
    var testDescription: String { "\(from)\(wasMany ? "…" : "") to \(to)\(isMany ? "…" : "")" }
  }

  private static let plans = DraftSchema.Options([.init("a"), .init("b")])

  static let table: [Row] = [
    Row(from: .integer, to: .decimal, value: 41, result: 41),
    Row(
      from: .integer, to: .decimal, value: .number(literal: "-0"), result: .number(literal: "-0")),
    Row(from: .decimal, to: .integer, value: 1.5),
    Row(from: .decimal, to: .integer, value: 1),
    Row(from: .text, to: .integer, value: "0123"),
    Row(from: .text, to: .decimal, value: "12"),
    Row(from: .text, to: .date, value: "2024-01"),
    Row(from: .text, to: .boolean, value: "true"),
    Row(from: .integer, to: .text, value: 12),
    Row(from: .boolean, to: .text, value: true),
    Row(from: .boolean, to: .choice, value: true),
    Row(from: .date, to: .text, value: "2024-01", result: "2024-01"),
    Row(from: .time, to: .text, value: "07:05", result: "07:05"),
    Row(from: .dateTime, to: .text, value: "2024-01-01T00:00", result: "2024-01-01T00:00"),
    Row(from: .date, to: .dateTime, value: "2024-01-01"),
    Row(from: .choice, to: .text, value: "a", result: "a"),
    Row(from: .choice, to: .text, value: 3),
    Row(from: .text, to: .choice, value: "a", result: "a", options: plans),
    Row(from: .text, to: .choice, value: "A", options: plans),
    Row(from: .text, to: .text, isMany: true, value: "a", result: ["a"]),
    Row(from: .text, to: .integer, isMany: true, value: "1"),
    Row(from: .integer, to: .decimal, isMany: true, value: 1, result: [1]),
    Row(from: .text, to: .text, isMany: true, value: ""),
    Row(from: .text, wasMany: true, to: .text, value: ["a"], result: "a"),
    Row(from: .text, wasMany: true, to: .text, value: ["a", "b"]),
    Row(from: .text, wasMany: true, to: .text, value: []),
    Row(
      from: .choice, wasMany: true, to: .choice, value: ["a"], result: "a", options: plans),
    Row(from: .any, to: .text, value: "a", result: "a"),
    Row(from: .any, to: .text, value: 1),
    Row(from: .any, to: .integer, value: 1, result: 1),
    Row(from: .any, to: .integer, value: 1.5),
    Row(from: .any, to: .boolean, value: false, result: false),
    Row(from: .any, to: .text, isMany: true, value: ["a"], result: ["a"]),
    Row(from: .any, to: .text, isMany: true, value: [1]),
    Row(from: .text, to: .any, value: "a", result: "a"),
    Row(from: .text, wasMany: true, to: .any, value: ["a", "b"], result: ["a", "b"]),
    Row(
      from: .integer, wasMany: true, to: .decimal, isMany: true, value: [1, 2], result: [1, 2]),
    Row(from: .text, wasMany: true, to: .integer, isMany: true, value: ["1"]),
    Row(from: .text, to: .integer, value: .null, result: .null),
    Row(from: .text, to: .text, isMany: true, value: .null, result: .null),
  ]
}
