import Testing

@testable import FormDrafts

/// The draft as a whole: form, version, floor, policies, steps, the record.
@Suite struct ResolverWholeTests {
  private func form(
    _ names: String..., id: String = "form", version: String? = nil,
    steps: [DraftSchema.Step] = []
  ) -> DraftSchema {
    DraftSchema(
      id, version: version, fields: names.map { .init(FieldPath([$0]), .text) }, steps: steps)
  }

  private func kinds(
    _ writer: DraftSchema, _ reader: DraftSchema, _ values: DraftObject = ["a": "1"],
    _ options: RestoreOptions = .init()
  ) throws -> [RestoreReport.Mismatch.Kind] {
    try DraftSchema.resolve(
      DraftSnapshot(values: values), from: writer, to: reader, options: options
    ).report.mismatches.map(\.kind)
  }

  @Test func `another form id needs a decision unless the forms are the same`() throws {
    #expect(try kinds(form("a"), form("a", "b", id: "other")) == [.wrongForm])
    #expect(try kinds(form("a"), form("a", id: "other")) == [])
  }

  @Test(
    "Newer needs proof: comparable versions, the writer's greater, another fingerprint",
    arguments: [
      ("2", "1", true), ("1.10", "1.9", true), ("1.0.1", "1", true), ("1", "1.0", false),
      ("1", "2", false), ("1.9", "1.10", false), ("2", nil, false), ("v2", "1", false),
      ("2-beta", "1", false), (nil, "1", false), ("99999999999999999999", "1", false),
    ] as [(String?, String?, Bool)])
  func newer(was: String?, present: String?, isNewer: Bool) throws {
    let writer = form("a", "b", version: was)
    let reader = form("a", version: present)
    #expect(try kinds(writer, reader).contains(.newerForm) == isNewer)
    #expect(try kinds(writer, form("a", "b", version: present)) == [])
    #expect(try kinds(writer, reader, ["a": "1"], .init(acceptsNewer: true)) == [])
  }

  @Test("Half of what says something must fit, unless another floor is given")
  func floor() throws {
    let writer = form("a", "b", "c", "d")
    let reader = form("a", "b", "e")
    func isBelow(_ values: DraftObject, _ options: RestoreOptions = .init()) throws -> Bool {
      try kinds(writer, reader, values, options).contains(.belowFloor)
    }
    #expect(try !isBelow(["a": "1", "b": "2", "c": "3", "d": "4"]))
    #expect(try isBelow(["a": "1", "c": "3", "d": "4"]))
    // What says nothing does not count.
    #expect(try isBelow(["a": "", "b": .null, "c": "3"]))
    #expect(try !isBelow(["a": "1", "c": "", "d": .null]))
    #expect(try !isBelow(["a": "1", "c": "3", "d": "4"], .init(floor: 0.3)))
    #expect(try isBelow(["a": "1", "b": "1", "c": "3"], .init(floor: 1)))
    #expect(try !isBelow([:]))
  }

  @Test("What each policy answers")
  func policies() throws {
    let snapshot = DraftSnapshot(values: ["a": "1", "b": "2"])
    let cases: [(DraftSchema, review: Bool, salvage: Bool, strict: Bool, hasSalvage: Bool)] = [
      (form("a", "b", "c"), true, true, true, true),
      (form("a"), false, true, false, true),
      (form("x"), false, false, false, true),
      (form("a", "b", "c", id: "other"), false, false, false, true),
      (form("a", version: "1"), false, false, false, false),
    ]
    for (reader, review, salvage, strict, hasSalvage) in cases {
      let result = try DraftSchema.resolve(
        snapshot, from: form("a", "b", version: "2"), to: reader)
      #expect(result.isRestored(under: .review) == review)
      #expect(result.isRestored(under: .salvage) == salvage)
      #expect(result.isRestored(under: .strict) == strict)
      #expect(result.hasSalvage == hasSalvage)
      #expect((result.salvage(under: .review) != nil) == hasSalvage)
      #expect(result.salvage(under: .strict) == nil)
    }
  }

  /// Report 49.
  @Test(
    "The step: by id, by former id, else the nearest earlier one, else where answers are due",
    arguments: [
      // was, skipped, the reader's steps, is, needs a decision
      ("s3", ["s2"], ["s1", "s2", "s4"], "s1", true),
      ("s3", [], ["s1", "s2", "s4"], "s2", true),
      ("s3", ["s2"], ["s4", "s3", "s1"], "s3", false),
      ("s3", [], ["s1", "new<s3"], "new", false),
      ("s3", [], ["one<s1", "s4"], "one", true),
      ("s1", [], ["s2", "s4"], "s2", true),
      ("3", [], ["s1", "s2"], "s1", true),
      ("s3", [], [], nil, false),
    ] as [(String, [String], [String], String?, Bool)])
  func steps(
    was: String, skipped: [String], reader: [String], expected: String?, needsDecision: Bool
  ) throws {
    func step(_ text: String) -> DraftSchema.Step {
      let parts = text.split(separator: "<").map(String.init)
      return .init(parts[0], isSkippable: true, formerly: Array(parts.dropFirst()))
    }
    let result = try DraftSchema.resolve(
      DraftSnapshot(values: ["a": "1"], step: was, skippedSteps: skipped),
      from: form("a", steps: ["s1", "s2", "s3", "s4"].map(step)),
      to: form("a", steps: reader.map(step)))
    #expect(result.snapshot.step == expected)
    #expect(result.report.mismatches.map(\.kind) == (needsDecision ? [.stepGone] : []))
    #expect((result.report.step != nil) == (expected != was))
    #expect(result.report.step.map(\.was) ?? was == was)
    // Answers are never dropped for a step's sake.
    #expect(result.snapshot.values == ["a": "1"])
  }

  @Test func `without an earlier step it is the first on which something is due`() throws {
    var reader = form("a", "b", steps: [.init("one"), .init("two")])
    reader.fields[1].isRequired = true
    reader.fields[1].step = "two"
    reader.fields.append(.init("pin", .text, step: "two"))
    let result = try DraftSchema.resolve(
      DraftSnapshot(values: ["a": "1"], step: "gone"), from: form("a", steps: [.init("gone")]),
      to: reader)
    #expect(result.snapshot.step == "two")
    #expect(result.report.steps.map(\.id) == ["two"])
    #expect(result.report.steps.first?.missing == ["b"])
    #expect(result.report.steps.first?.newlyRequired == ["b"])
    #expect(result.report.steps.first?.reentry == ["pin"])
    #expect(result.report.reentry == ["pin"])
  }

  @Test func `skipped steps that are gone, or are to be done now, are dropped and named`() throws {
    let result = try DraftSchema.resolve(
      DraftSnapshot(skippedSteps: ["a", "b", "c", "d"]),
      from: form(
        "x",
        steps: ["a", "b", "c", "d"].map { .init($0, isSkippable: true) }),
      to: form(
        "x",
        steps: [
          .init("a", isSkippable: true), .init("b"), .init("e", isSkippable: true, formerly: ["d"]),
        ]))
    #expect(result.snapshot.skippedSteps == ["a", "e"])
    #expect(result.report.droppedSteps == ["b", "c"])
    #expect(result.fits)
  }

  @Test func `the focus moves with its field, and goes with it`() throws {
    let writer = form("a", "b")
    var reader = form("x")
    reader.fields[0].formerly = ["a"]
    for (focus, expected) in [("a", "x"), ("b", nil)] as [(FieldPath, FieldPath?)] {
      let result = try DraftSchema.resolve(
        DraftSnapshot(values: ["a": "1"], focus: focus), from: writer, to: reader)
      #expect(result.snapshot.focus == expected)
    }
  }
}
