import Testing

@testable import FormDrafts

/// Two schemas and no drafts: the worst that can happen to an answer.
@Suite struct CompatibilityOfSchemasTests {
  private func compare(
    _ old: [DraftSchema.Field], _ new: [DraftSchema.Field], options: RestoreOptions = .init()
  ) throws -> Compatibility {
    try Compatibility.ofAnswers(
      to: DraftSchema("form", fields: old), under: DraftSchema("form", fields: new),
      options: options)
  }

  private func rows(_ result: Compatibility) -> [String] {
    result.fields.map { "\($0.path) \($0.outcome)" }
  }

  private static func choices(_ values: ClosedRange<Int>) -> DraftSchema.Options {
    DraftSchema.Options(values.map { .init(.text("v\($0)")) })
  }

  /// From a field to a field of the same name, and what becomes of the worst answer.
  static let pairs: [(DraftSchema.Field, DraftSchema.Field?, RestoreReport.Outcome)] = [
    (.init("f", .text), .init("f", .text), .kept),
    (.init("f", .text), nil, .orphaned),
    (.init("f", .integer), .init("f", .decimal), .converted),
    // 1 would fit, 1.5 does not, and neither is converted.
    (.init("f", .decimal), .init("f", .integer), .orphaned),
    (.init("f", .text), .init("f", .integer), .orphaned),
    (.init("f", .date), .init("f", .text), .converted),
    (.init("f", .text), .init("f", .date), .orphaned),
    // A text may be a choice, and need not.
    (.init("f", .text), .init("f", .choice, options: choices(1...2)), .orphaned),
    (.init("f", .choice, options: choices(1...2)), .init("f", .text), .converted),
    // One choice of many is gone.
    (
      .init("f", .choice, options: choices(1...3)), .init("f", .choice, options: choices(1...2)),
      .invalidOption
    ),
    (
      .init("f", .choice, options: choices(1...2)), .init("f", .choice, options: choices(1...3)),
      .kept
    ),
    // Open choices take any answer; the form has closed them.
    (
      .init("f", .choice, options: .init([.init("v1")], isClosed: false)),
      .init("f", .choice, options: choices(1...2)), .invalidOption
    ),
    (.init("f", .text), .init("f", .text, isMany: true), .converted),
    // A list of one would fit, a list of two does not.
    (.init("f", .text, isMany: true), .init("f", .text), .orphaned),
    (.init("f", .any), .init("f", .text), .orphaned),
    (.init("f", .text), .init("f", .any), .converted),
    // Of what is asked for now there may be no answer, which says more than a conversion.
    (.init("f", .integer), .init("f", .decimal, isRequired: true), .newlyRequired),
    (
      .init("f", .integer, isRequired: true), .init("f", .decimal, isRequired: true), .converted
    ),
    (.init("f", .text), .init("f", .text, retention: .secret), .withheld),
    (.init("f", .map(.integer)), .init("f", .map(.boolean)), .orphaned),
    (.init("f", .file), .init("f", .bytes), .orphaned),
  ]

  @Test("The worst outcome of each kind of change", arguments: pairs.indices)
  func pair(index: Int) throws {
    let (old, new, outcome) = Self.pairs[index]
    let result = try compare([old], [new].compactMap { $0 })
    #expect(rows(result) == ["/f \(outcome)"])
    #expect(result.worst == (outcome == .orphaned ? .decision : .wholly))
    #expect(result.fieldsTried == 1)
    #expect(result.drafts == 0)
    #expect(result.count(outcome: outcome) == 1)
    #expect(Compatibility.Level.allCases.allSatisfy { result.count(level: $0) == 0 })
  }

  private static let everyType: [DraftSchema.Field] = {
    let types: [DraftSchema.ValueType] = [
      .text, .integer, .decimal, .boolean, .date, .time, .dateTime, .choice, .file, .bytes,
      .object, .list(.text), .map(.any), .any,
    ]
    let outer = types.flatMap { type in
      [
        DraftSchema.Field(FieldPath(["one \(type)"]), type),
        DraftSchema.Field(FieldPath(["many \(type)"]), type, isMany: true),
      ]
    }
    let inner = ["text", "deep"].map {
      DraftSchema.Field(
        FieldPath(segments: [.name("rows"), .each, .name("inner"), .each, .name($0)]), .text)
    }
    return outer + [
      .init("rows", .object, isMany: true), .init("/rows/~*/inner", .object, isMany: true),
      .init("/places/~*/city", .text), .init("/home/street", .text),
      .init("nonce", .text, retention: .transient), .init("password", .text),
    ] + inner
  }()

  @Test("The same form keeps every field, and so does one that asks for more")
  func same() throws {
    for more in [[], [DraftSchema.Field("new", .text)]] {
      let result = try compare(Self.everyType, Self.everyType + more)
      let stored = Set(Self.everyType.map(\.path)).subtracting(["nonce", "password"])
      #expect(Set(result.fields.filter { $0.outcome == .kept }.map(\.path)) == stored)
      #expect(result.fields.count == stored.count + more.count)
      #expect(result.fieldsTried == stored.count)
      #expect(result.worst == .wholly)
    }
  }

  @Test("A list inside a list is filled with two as well")
  func innerLists() throws {
    let outer = DraftSchema.Field("rows", .object, isMany: true)
    let result = try compare(
      [outer, .init("/rows/~*/tags", .text, isMany: true)], [outer, .init("/rows/~*/tags", .text)])
    #expect(rows(result) == ["/rows kept", "/rows/~*/tags orphaned"])
  }

  @Test("Members of items, at any depth, have a row of their own")
  func items() throws {
    let new = Self.everyType.filter {
      $0.path != "/rows/~*/inner/~*/deep" && $0.path != "/places/~*/city"
    }
    let result = try compare(Self.everyType, new)
    #expect(
      result.fields.filter { $0.level > .wholly }.map(\.path.pointer)
        == ["/places", "/places/~*/city", "/rows/~*/inner/~*/deep"])
    let words = result.fields.first { $0.path == "/places/~*/city" }?.why
    #expect(words == "The form has no such field any more.")
  }

  @Test("An object is no field of its own beside its members; a list is")
  func objects() throws {
    let rows: [DraftSchema.Field] = [
      .init("rows", .object, isMany: true), .init("/rows/~*/x", .text),
    ]
    let result = try compare(
      [.init("home", .object), .init("/home/street", .text)] + rows,
      [.init("home", .object), .init("/home/road", .text)])
    #expect(
      self.rows(result) == [
        "/home/road added", "/home/street orphaned", "/rows orphaned", "/rows/~*/x orphaned",
      ])
    #expect(result.fieldsTried == 3)
    let secret = try compare(rows, [.init("rows", .object, isMany: true, retention: .secret)])
    #expect(self.rows(secret) == ["/rows withheld", "/rows/~*/x withheld"])
    #expect(secret.worst == .wholly)
  }

  @Test("What moved counts as moved; two that claim one place need a decision")
  func moves() throws {
    let new: [DraftSchema.Field] = [.init("c", .text, formerly: ["a", "b"])]
    let moved = try compare([.init("a", .text)], new)
    #expect(rows(moved) == ["/c moved"])
    #expect(moved.fields[0].why == "It stood at /a.")
    let both = try compare([.init("a", .text), .init("b", .text)], new)
    #expect(rows(both).filter { $0.hasSuffix("orphaned") } == ["/a orphaned", "/b orphaned"])
    #expect(both.worst == .decision)
  }

  @Test("A field alone never fares worse than its row says")
  func alone() throws {
    let new: [DraftSchema.Field] = Self.everyType.indices.compactMap { index in
      // Every type becomes another one, and some go.
      let (field, other) = (Self.everyType[index], Self.everyType[(index + 6) % 24])
      if index % 7 == 3 { return nil }
      return DraftSchema.Field(
        field.path, index < 24 ? other.type : field.type, isMany: field.isMany)
    }
    let (old, form) = (
      DraftSchema("form", fields: Self.everyType), DraftSchema("form", fields: new)
    )
    let result = try Compatibility.ofAnswers(to: old, under: form)
    #expect(result.worst == .decision)
    let flagged = Set(result.fields.filter { $0.level > .wholly }.map(\.path))
    var seen: Set<FieldPath> = []
    for values in SampleAnswers(try StoredSchema(old), for: form).rounds {
      for member in values.members {
        let resolution = try DraftSchema.resolve(
          DraftSnapshot(values: DraftObject([member])), from: old, to: form,
          options: .init(floor: 0))
        if !resolution.fits { seen.insert(FieldPath([member.name])) }
      }
    }
    #expect(!seen.isEmpty)
    for name in seen {
      #expect(flagged.contains { $0.isInside(name) }, "\(name)")
    }
  }

  @Test("Of many choices a hundred are tried, those first that are gone, and the field is named")
  func capped() throws {
    let limit = Compatibility.choiceLimit
    let result = try compare(
      [
        .init("f", .choice, options: Self.choices(1...(limit + 50))),
        .init("g", .choice, options: Self.choices(1...limit)),
      ],
      [
        .init("f", .choice, options: Self.choices(1...(limit + 49))),
        .init("g", .choice, options: Self.choices(1...limit)),
      ])
    #expect(rows(result) == ["/f invalidOption", "/g kept"])
    #expect(result.capped == ["f"])
  }

  @Test("Steps that are gone are counted; one that has a new id is not gone")
  func steps() throws {
    let old = DraftSchema(
      "form", fields: [.init("a", .text)], steps: [.init("s1"), .init("s2"), .init("s3")])
    let new = DraftSchema(
      "form", fields: [.init("a", .text), .init("b", .text)],
      steps: [.init("s1"), .init("t3", formerly: ["s3"])])
    let result = try Compatibility.ofAnswers(to: old, under: new)
    #expect(result.count(mismatch: .stepGone) == 1)
    #expect(result.worst == .decision)
    let none = try Compatibility.ofAnswers(
      to: old, under: DraftSchema("form", fields: [.init("a", .text), .init("b", .text)]))
    #expect(none.worst == .wholly)
  }

  @Test("Another form and an earlier version are worse than any field")
  func forms() throws {
    let fields: [DraftSchema.Field] = [.init("a", .text)]
    let more = fields + [.init("b", .text)]
    let other = try Compatibility.ofAnswers(
      to: DraftSchema("form", fields: fields), under: DraftSchema("other", fields: more))
    #expect(other.count(mismatch: .wrongForm) == 1)
    #expect(other.worst == .nothing)
    let (old, new) = (
      DraftSchema("form", version: "2.0", fields: more),
      DraftSchema("form", version: "1.9", fields: fields)
    )
    #expect(try Compatibility.ofAnswers(to: old, under: new).worst == .nothing)
    let taken = try Compatibility.ofAnswers(
      to: old, under: new, options: .init(acceptsNewer: true))
    #expect(taken.worst == .decision)
    #expect(rows(taken) == ["/a kept", "/b orphaned"])
  }

  @Test("Upgrades are applied; one that can fail fails in the worst case")
  func upgrades() throws {
    let json = """
      {"formdraftsUpgrade": 1, "from": {"unversioned": true},
       "steps": [{"rename": "/a", "to": "b"}, {"redirectStep": "s1", "to": "s2"}]}
      """
    let options = RestoreOptions(upgrades: try DraftUpgrade.upgrades(json: Array(json.utf8)))
    func compare(_ fields: [DraftSchema.Field]) throws -> Compatibility {
      try Compatibility.ofAnswers(
        to: DraftSchema("form", fields: fields, steps: [.init("s1")]),
        under: DraftSchema("form", fields: [.init("b", .text)], steps: [.init("s2")]),
        options: options)
    }
    let moved = try compare([.init("a", .text)])
    #expect(rows(moved) == ["/b moved"])
    #expect(moved.worst == .wholly)
    // Where both are answered, the step would replace an answer.
    let both = try compare([.init("a", .text), .init("b", .text)])
    #expect(both.count(mismatch: .upgradeFailed) == 1)
    #expect(both.worst == .nothing)
  }

  @Test("The floor has no say, and choices never stand in words")
  func values() throws {
    let marked = DraftSchema.Options([.init("Marker")])
    let result = try compare(
      [.init("f", .choice, options: marked), .init("g", .choice, options: marked)],
      [.init("f", .choice, options: Self.choices(1...2))], options: .init(floor: 1))
    #expect(result.count(mismatch: .belowFloor) == 0)
    #expect(rows(result) == ["/f invalidOption", "/g orphaned"])
    #expect(!"\(result.fields)".contains("Marker"))
  }

  @Test("As deep as paths may be; the answers are made on a small stack")
  func deep() throws {
    let segments = (0..<DraftLimits.depth).map { number -> FieldPath.Segment in
      number % 2 == 1 ? .each : .name("n\(number)")
    }
    let path = FieldPath(segments: segments)
    let old = DraftSchema("form", fields: [.init(path, .text)])
    let stored = try StoredSchema(old)
    let rounds = onSmallStack { Array(SampleAnswers(stored, for: old).rounds) }
    // One of each answer, then a list of two at each depth: one path stands in 32 lists.
    #expect(rounds.count == 1 + 33)
    #expect(rounds[0].leaves.map(\.path) == ["n0"])
    let result = try compare(old.fields, old.fields + [.init("b", .text)])
    #expect(rows(result) == ["/b added", "\(path) kept"])
  }
}
