import Testing

@testable import FormDrafts

/// Counts over drafts, each from its definition.
@Suite struct CompatibilityTests {
  private let old = DraftSchema(
    "form",
    fields: [
      .init("a", .text), .init("b", .text), .init("c", .text), .init("n", .integer),
      .init("rows", .object, isMany: true), .init("/rows/~*/b", .text),
      .init("/rows/~*/keep", .text), .init("scores", .map(.integer)), .init("password", .text),
    ], steps: [.init("one"), .init("two")])

  private func count(
    _ drafts: [DraftObject], under fields: [DraftSchema.Field], step: String? = nil,
    options: RestoreOptions = .init()
  ) throws -> Compatibility {
    var result = try Compatibility(
      with: DraftSchema("form", fields: fields, steps: [.init("one")]), options: options)
    for values in drafts {
      try result.add(DraftSnapshot(values: values, step: step), savedUnder: old)
    }
    return result
  }

  private func rows(_ result: Compatibility) -> [String] {
    result.fields.map { "\($0.path) \($0.outcome) \($0.drafts) \($0.level)" }
  }

  @Test("Wholly, a decision, not at all: by what the restore of each draft says")
  func levels() throws {
    let result = try count(
      [
        ["a": "1", "b": "2"],  // all fits
        ["a": "1", "b": "2", "c": "3"],  // one of three has no place
        ["a": "1", "c": "3", "n": 4],  // one of three fits, below one half
        ["n": 4],
      ], under: [.init("a", .text), .init("b", .text)])
    #expect(Compatibility.Level.allCases.map(result.count(level:)) == [1, 1, 2])
    #expect(result.drafts == 4)
    #expect(result.worst == .nothing)
    #expect(
      rows(result) == [
        "/a kept 3 wholly", "/b kept 2 wholly", "/c orphaned 2 decision",
        "/n orphaned 2 decision",
      ])
    #expect(result.count(outcome: .orphaned) == 3)
    #expect(result.count(outcome: .kept) == 3)
    #expect(result.count(mismatch: .orphaned) == 3)
    #expect(result.count(mismatch: .belowFloor) == 2)
    let lax = try count([["n": 4]], under: [.init("a", .text)], options: .init(floor: 0))
    #expect(lax.worst == .decision)
  }

  @Test("What add returns is what a restore of the same answers would be")
  func sameAsResolve() throws {
    let new = DraftSchema("form", fields: [.init("a", .text), .init("b", .integer)])
    var result = try Compatibility(with: new)
    let drafts: [DraftObject] = [
      ["a": "1"], ["a": "1", "b": "x"], ["b": "x"], ["b": "", "c": ""],
      ["a": "1", "c": "2", "n": 3],
    ]
    for values in drafts {
      let snapshot = DraftSnapshot(values: values)
      let resolution = try DraftSchema.resolve(snapshot, from: old, to: new)
      let level: Compatibility.Level =
        resolution.fits ? .wholly : resolution.isRestored(under: .salvage) ? .decision : .nothing
      #expect(try result.add(snapshot, savedUnder: old) == level)
    }
    #expect(Compatibility.Level.allCases.map(result.count(level:)) == [2, 1, 2])
  }

  @Test("Steps, other forms, newer forms and drafts that cannot be read are counted by kind")
  func kinds() throws {
    var result = try count([["a": "1"], ["a": "2"]], under: [.init("a", .text)], step: "two")
    #expect(result.count(mismatch: .stepGone) == 2)
    #expect(result.worst == .decision)
    let snapshot = DraftSnapshot(values: ["a": "1"])
    try result.add(snapshot, savedUnder: DraftSchema("other", fields: old.fields))
    #expect(result.count(mismatch: .wrongForm) == 1)
    #expect(result.count(level: .nothing) == 1)
    result.addUnreadable()
    #expect(result.unreadable == 1)
    #expect(result.count(level: .nothing) == 2)
    #expect(result.drafts == 4)
    for (accepts, level) in [(false, Compatibility.Level.nothing), (true, .wholly)] {
      var newer = try Compatibility(
        with: DraftSchema("form", version: "1.9", fields: [.init("a", .text)]),
        options: .init(acceptsNewer: accepts))
      let writer = DraftSchema("form", version: "1.10", fields: old.fields)
      #expect(try newer.add(snapshot, savedUnder: writer) == level)
      #expect(newer.count(mismatch: .newerForm) == (accepts ? 0 : 1))
    }
  }

  @Test("A draft counts once for a field, however many items it has; items are one place")
  func items() throws {
    let rows: DraftValue = [["b": "x", "keep": "y"], ["b": "z", "keep": "y"]]
    let result = try count(
      [["rows": rows], ["rows": rows]],
      under: [.init("rows", .object, isMany: true), .init("/rows/~*/keep", .text)])
    #expect(
      self.rows(result) == [
        "/rows kept 2 wholly", "/rows/~*/b orphaned 2 decision",
      ])
    #expect(result.count(outcome: .orphaned) == 2)
  }

  @Test("Names that are data end a path: keys of a map, and names no schema declares")
  func namesAreData() throws {
    let result = try count(
      [["scores": ["Marker Ana": 1, "Marker Bo": 2], "extra": ["Marker Cy": [1]], "a": "1"]],
      under: [.init("a", .text), .init("scores", .map(.boolean))], options: .init(floor: 0))
    #expect(
      rows(result) == [
        "/a kept 1 wholly", "/extra undeclared 1 wholly", "/scores orphaned 1 decision",
      ])
    #expect(!"\(result.fields)".contains("Marker"))
  }

  @Test("However many names no schema declares, the rows are bounded")
  func bounded() throws {
    let limit = CompatibilityTally.undeclaredLimit
    let drafts = (0..<(limit + 50)).map { number -> DraftObject in ["extra\(number)": "x"] }
    let result = try count(drafts, under: old.fields + [.init("new", .text)])
    #expect(result.fields.filter { $0.outcome == .undeclared }.count == limit + 1)
    #expect(result.fields.first { $0.path == .root }?.drafts == 50)
    #expect(result.count(outcome: .undeclared) == limit + 50)
  }

  @Test("The reason is the one most drafts have; of equally many the first by bytes")
  func reasons() throws {
    let fields: [DraftSchema.Field] = [.init("scores", .text), .init("rows", .object)]
    func why(_ counts: [Int]) throws -> String? {
      let drafts = counts.map { count -> DraftObject in
        ["rows": .list((0..<count).map { ["keep": .text("\($0)")] })]
      }
      return try self.count(drafts, under: fields).fields.first { $0.outcome == .orphaned }?.why
    }
    let words = "Many answers became one, and there are "
    #expect(try why([2, 3, 3]) == words + "3.")
    #expect(try why([3, 3, 2]) == words + "3.")
    #expect(try why([3, 2]) == words + "2.")
    #expect(try why([2, 3]) == words + "2.")
  }

  @Test("Where the report has no reason, the row says from where, or from which type")
  func otherReasons() throws {
    let result = try count(
      [["a": "1", "n": 2, "b": "3"]],
      under: [
        .init("new", .text, formerly: ["a"]), .init("n", .decimal), .init("b", .text),
      ])
    #expect(
      result.fields.map { $0.why ?? "-" } == [
        "-", "The type was integer and is decimal.", "It stood at /a.",
      ])
  }

  @Test("A draft is counted as it would be stored: a secret of its form is not in it")
  func secrets() throws {
    let result = try count(
      [["a": "1", "password": "Marker-secret", "b": "Marker-secret"]], under: [.init("a", .text)])
    #expect(rows(result) == ["/a kept 1 wholly"])
    #expect(result.worst == .wholly)
    let still = try count([["a": "1"]], under: [.init("a", .text), .init("password", .text)])
    #expect(rows(still) == ["/a kept 1 wholly"])
    let now = try count(
      [["a": "1"]], under: [.init("a", .text, retention: .secret), .init("b", .text)])
    #expect(rows(now) == ["/a withheld 1 wholly"])
  }

  @Test("The order in which drafts come makes no difference")
  func order() throws {
    let drafts: [DraftObject] = [
      ["a": "1", "n": 2], ["rows": [["b": "x"]]], ["scores": ["k": 1], "zz": 1], ["c": "3"],
      ["b": [1, 2], "é": 1], ["b": "x", "e\u{301}": 1],
    ]
    let fields: [DraftSchema.Field] = [.init("a", .integer), .init("b", .text, isMany: true)]
    let result = try count(drafts, under: fields)
    let reversed = try count(drafts.reversed(), under: fields)
    #expect(result.fields == reversed.fields)
    #expect(result.fields.map(\.path) == result.fields.map(\.path).sorted())
    // Names compare by bytes: é in two spellings is two names.
    #expect(result.fields.filter { $0.outcome == .undeclared }.count == 3)
    for outcome in RestoreReport.Outcome.allCases {
      #expect(result.count(outcome: outcome) == reversed.count(outcome: outcome))
    }
  }

  @Test("Its words hold no value")
  func words() throws {
    let result = try count([["a": "Marker"]], under: [.init("a", .integer)])
    var dumped = ""
    dump(result, to: &dumped)
    #expect(
      !"\(result) \(String(reflecting: result)) \(dumped) \(result.fields)".contains("Marker"))
  }
}

/// Exported lines.
@Suite struct CompatibilityOfExportsTests {
  private func line(_ schema: DraftSchema, orphan: Bool) async throws -> [UInt8] {
    let store = try DraftStore.temporary()
    let key = DraftKey(schema.id, owner: "ana")
    let id = try await store.save(
      DraftSnapshot(values: ["a": "1", "b": "2"], touched: ["a"]), schema: schema, key: key
    ).draft
    if orphan {
      // The person went on in a form without b: that was decided.
      let fewer = DraftSchema(schema.id, fields: [.init("a", .text)])
      try await store.save(
        DraftSnapshot(values: ["a": "1"]), schema: fewer, key: key, draft: id)
    }
    let line = try await store.export(id).line
    await store.close()
    return Array(line.utf8)
  }

  private let old = DraftSchema.texts("form", "a", "b")

  @Test("An answer that was an orphan already asks for nothing; a live one does")
  func orphans() async throws {
    let new = DraftSchema.texts("form", "a", "c")
    var result = try Compatibility(with: new)
    #expect(try result.add(exported: await line(old, orphan: true)) == .wholly)
    #expect(result.fields.first { $0.path == "b" }?.outcome == .orphaned)
    #expect(result.fields.first { $0.path == "b" }?.level == .wholly)
    #expect(try result.add(exported: await line(old, orphan: false)) == .decision)
    // And it is back where the field is back.
    var back = try Compatibility(with: DraftSchema.texts("form", "a", "b", "c"))
    #expect(try back.add(exported: await line(old, orphan: true)) == .wholly)
    #expect(back.fields.first { $0.path == "b" }?.why == "The field is back.")
  }

  @Test("A filter passes drafts over by form, owner and record")
  func filter() async throws {
    let line = try await line(old, orphan: false)
    var result = try Compatibility(with: old)
    for filter in [
      DraftFilter(form: "other"), DraftFilter(owner: .nobody), DraftFilter(owner: "bo"),
      DraftFilter(record: "r"),
    ] {
      #expect(try result.add(exported: line, where: filter) == nil)
    }
    #expect(result.drafts == 0)
    for filter in [DraftFilter.all, DraftFilter(owner: "ana", form: "form", record: .new)] {
      #expect(try result.add(exported: line, where: filter) == .wholly)
    }
    #expect(result.drafts == 2)
  }

  @Test("A secret in a line is not counted: an import would take it out")
  func secret() async throws {
    let schema = DraftSchema.texts("form", "a", "b", "password")
    let text = String(decoding: try await line(schema, orphan: false), as: UTF8.self)
    let forged = text.replacing(#""b":"2""#, with: #""b":"2","password":"Marker""#)
    #expect(forged != text)
    var result = try Compatibility(with: old)
    #expect(try result.add(exported: Array(forged.utf8)) == .wholly)
    #expect(!result.fields.contains { $0.path == "password" })
  }

  @Test("What is no exported draft is an error, and counts nothing", arguments: ["", "{}", "[1]"])
  func malformed(text: String) throws {
    var result = try Compatibility(with: old)
    let error = #expect(throws: DraftError.self) {
      try result.add(exported: Array(text.utf8))
    }
    #expect(error?.code == .invalidJSON)
    #expect(result.drafts == 0)
  }
}
