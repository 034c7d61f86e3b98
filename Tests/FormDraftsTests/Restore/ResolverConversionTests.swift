import Testing

@testable import FormDrafts

/// Fields of another type, and choices that are others now.
@Suite struct ResolverConversionTests {
  private func resolve(
    _ values: DraftObject, _ before: [DraftSchema.Field], _ now: [DraftSchema.Field]
  ) throws -> Resolution {
    try DraftSchema.resolve(
      DraftSnapshot(values: values), from: DraftSchema("form", fields: before),
      to: DraftSchema("form", fields: now))
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

  /// The usual case: the form is the same, and the service has other choices than last week.
  @Test("Choices of a service are judged under the same form too, in every item of a list")
  func lateChoices() throws {
    let fields: [DraftSchema.Field] = [
      .init("country", .choice), .init("stops", .object, isMany: true),
      .init("/stops/~*/country", .choice), .init("/stops/~*/note", .text),
      .init("many", .choice, isMany: true),
    ]
    let values: DraftObject = [
      "country": "YU", "many": ["FR", "YU"],
      "stops": [["country": "FR", "note": "n"], ["country": "YU"], ["note": "YU"]],
    ]
    var report = try resolve(values, fields, fields).report
    #expect(report.fields.allSatisfy { $0.outcome == .kept })
    let choices = DraftSchema.Options([.init("FR"), .init("DE")])
    for _ in 0..<2 {
      for path in ["country", "many", "/stops/~*/country"] as [FieldPath] {
        report.judge(options: choices, for: path)
      }
      let gone = report.fields.filter { $0.outcome == .invalidOption }
      #expect(gone.map(\.path) == ["country", "many", "/stops/1/country"])
      #expect(gone.map(\.items) == [[], [1], []])
      #expect(report.mismatches.isEmpty)
    }
    // A path of one item speaks of that one.
    var one = try resolve(values, fields, fields).report
    one.judge(options: choices, for: "/stops/1/country")
    #expect(one.fields.filter { $0.outcome == .invalidOption }.map(\.path) == ["/stops/1/country"])
  }

  @Test("What is said of a change of type before there are answers holds for each of them")
  func verdicts() {
    let types: [DraftSchema.ValueType] = [
      .text, .integer, .decimal, .boolean, .date, .time, .dateTime, .choice, .file, .bytes,
      .object, .list(.text), .map(.text), .map(.integer), .any,
    ]
    let shapes = types.flatMap { [ValueShape($0), ValueShape($0, isMany: true)] }
    let values: [DraftValue] = [
      "a", "other", 1, 1.5, true, ["k": "a"], ["k": 1], .bytes([1]), ["a"], ["a", "b"], [1], [1.5],
      [true], [["k": "a"]], [["k": 1], ["k": 2]], [["a"]], [["a"], ["b"]], [.bytes([1])],
    ]
    for from in shapes {
      for to in shapes {
        for options in [nil, DraftSchema.Options([.init("a")])] {
          let verdict = Conversion.verdict(from: from, to: to, options: options)
          let results = values.filter { from.hasKind(of: $0) }.map {
            Conversion.convert($0, from: from, to: to, options: options)
          }
          let fitting = results.count { if case .unfit = $0 { false } else { true } }
          switch verdict {
          case .same, .always: #expect(fitting == results.count, "\(from) to \(to)")
          case .never: #expect(fitting == 0, "\(from) to \(to)")
          case .sometimes: break
          }
        }
      }
    }
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
