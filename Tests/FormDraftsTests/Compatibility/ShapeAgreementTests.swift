import Testing

@testable import FormDrafts

/// Shapes and the drafts they are of, counted under the same form.
@Suite struct ShapeAgreementTests {
  /// Random forms over a few names, and answers most of which follow them.
  private struct Generator {
    var random: Seeded
    private static let names = ["a", "b", "c", "d"]
    private static let choices: [DraftValue] = ["x", "yy", "zzz", 1, "w"]

    mutating func schema() -> DraftSchema {
      var fields: [DraftSchema.Field] = []
      for name in Self.names where Int.random(in: 0..<4, using: &random) > 0 {
        add(FieldPath([name]), isOuter: true, &fields)
      }
      if fields.isEmpty { fields.append(.init("a", .text)) }
      let steps = ["one", "two"].filter { _ in Bool.random(using: &random) }
      return DraftSchema("form", fields: fields, steps: steps.map { .init($0) })
    }

    private mutating func add(
      _ path: FieldPath, isOuter: Bool, _ fields: inout [DraftSchema.Field]
    ) {
      let isMany = Int.random(in: 0..<4, using: &random) == 0
      switch Int.random(in: 0..<(isOuter ? 12 : 8), using: &random) {
      case 0...1: fields.append(.init(path, .text, isMany: isMany, formerly: former(path)))
      case 2: fields.append(.init(path, .integer, isMany: isMany))
      case 3: fields.append(.init(path, .decimal, isMany: isMany, formerly: former(path)))
      case 4: fields.append(.init(path, .boolean))
      case 5: fields.append(.init(path, .any))
      case 6...7:
        let options = Self.choices.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        fields.append(
          .init(
            path, .choice, isMany: isMany,
            options: options.isEmpty ? nil : .init(options.map { .init($0) })))
      case 8: fields.append(.init(path, .map(.text)))
      case 9...10:
        fields.append(.init(path, .object))
        for name in ["p", "q"] where Bool.random(using: &random) {
          add(path.appending(name), isOuter: false, &fields)
        }
      default:
        fields.append(.init(path, .object, isMany: true))
        for name in ["p", "q"] where Bool.random(using: &random) {
          add(path.appending(.each).appending(name), isOuter: false, &fields)
        }
      }
    }

    private mutating func former(_ path: FieldPath) -> [FieldPath] {
      guard !path.hasEach, path.names.count == 1, Int.random(in: 0..<4, using: &random) == 0
      else { return [] }
      return [FieldPath([Self.names.randomElement(using: &random) ?? "a"])]
    }

    mutating func values(_ schema: DraftSchema) -> DraftObject {
      var builder = ObjectBuilder()
      for field in schema.fields
      where !field.path.hasEach && Int.random(in: 0..<6, using: &random) > 0 {
        let inner = schema.fields.filter { $0.path != field.path && $0.path.isInside(field.path) }
        if !inner.isEmpty, !field.isMany { continue }
        let value = field.isMany && field.type == .object ? items(inner) : value(field)
        _ = try? builder.insert(value, at: field.path)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        _ = try? builder.insert("sent", at: FieldPath(["e"]))
      }
      return builder.build()
    }

    private mutating func items(_ fields: [DraftSchema.Field]) -> DraftValue {
      .list(
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
          .object(
            DraftObject(
              fields.compactMap { field in
                field.path.lastName.map { .init($0, value(field)) }
              }))
        })
    }

    private mutating func value(_ field: DraftSchema.Field) -> DraftValue {
      guard field.isMany else { return one(field) }
      return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in one(field) })
    }

    private mutating func one(_ field: DraftSchema.Field) -> DraftValue {
      if Int.random(in: 0..<8, using: &random) == 0 {
        return [.null, "", [], [:]].randomElement(using: &random) ?? .null
      }
      switch field.type {
      case .integer: return [0, 12, .number(literal: "-7")].randomElement(using: &random) ?? 0
      case .decimal: return [0.5, 3].randomElement(using: &random) ?? 0
      case .boolean: return .bool(Bool.random(using: &random))
      case .choice: return Self.choices.randomElement(using: &random) ?? "x"
      case .map: return ["K1": "v", "K2": "x"]
      case .any: return ["x", 1, true, ["l"], ["m": 1]].randomElement(using: &random) ?? .null
      default: return ["x", "yy", "other", "w"].randomElement(using: &random) ?? "x"
      }
    }
  }

  /// The rows of an account, but for those in doubt, what depends on them, and names.
  private func rows(_ result: Compatibility, without doubts: [Compatibility.Field]) -> [String] {
    let places = doubts.map { $0.path.withoutEach }
    return result.fields.compactMap { field in
      let isMasked = field.path.names.contains {
        $0.hasPrefix("undeclared ") || $0.hasPrefix("key ") || $0 == "e"
      }
      let path = field.path.withoutEach
      let isInDoubt = places.contains { path.isInside($0) || $0.isInside(path) }
      // Where an answer in doubt may go, something is added or not.
      let mayDepend =
        !doubts.isEmpty && (field.outcome == .added || field.why?.hasPrefix("It stood at") == true)
      if isMasked || isInDoubt || mayDepend { return nil }
      return "\(field.path) \(field.outcome) \(field.level) \(field.why ?? "")"
    }
  }

  @Test("They agree, but where the shape says that it cannot tell", arguments: 0..<8)
  func agreement(part: Int) throws {
    var certain = 0
    var doubtful = 0
    for seed in 0..<400 where seed % 8 == part {
      var generator = Generator(random: Seeded(UInt64(seed)))
      let (writer, reader) = (generator.schema(), generator.schema())
      var archive = try DraftArchive.sample(writer, generator.values(writer))
      archive.snapshot.step = writer.steps.randomElement(using: &generator.random)?.id
      var real = try Compatibility(with: reader)
      var shaped = try Compatibility(with: reader)
      try real.add(exported: archive.line())
      try shaped.add(exported: Array(archive.shape.line.utf8))
      let doubts = expectAgreement(real, shaped, "seed \(seed)")
      if doubts.isEmpty { certain += 1 } else { doubtful += 1 }
      #expect(rows(shaped, without: doubts) == rows(real, without: doubts), "seed \(seed)")
    }
    #expect(certain > 5 && doubtful > 5)
  }

  /// What must be the same of one draft and of its shape.
  ///
  /// - Returns: what the shape cannot tell of.
  private func expectAgreement(
    _ real: Compatibility, _ shaped: Compatibility, _ words: Comment
  ) -> [Compatibility.Field] {
    let doubts = shaped.fields.filter { $0.why?.hasPrefix("The shape cannot tell") == true }
    #expect(doubts.allSatisfy { $0.level == .decision })
    if doubts.isEmpty {
      #expect(shaped.worst == real.worst, words)
      let kinds = RestoreReport.Mismatch.Kind.allCases
      #expect(kinds.map(shaped.count(mismatch:)) == kinds.map(real.count(mismatch:)), words)
    } else {
      #expect(shaped.worst >= .decision, words)
      if doubts.allSatisfy({ $0.why == ShapeDoubts.ofAnswer }) {
        #expect(shaped.worst >= real.worst, words)
      }
    }
    return doubts
  }

  /// Every field's outcomes, the words for people too.
  private func account(_ result: Compatibility) -> [String] {
    result.fields.map { "\($0.path) \($0.outcome) \($0.level) \($0.drafts) \($0.why ?? "")" }
  }

  @Test("A store, its export and its shapes agree, also of drafts that went through another form")
  func stores() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let salvage = RestoreOptions(policy: .salvage, floor: 0)
    var certain = 0
    for seed in 0..<120 {
      var generator = Generator(random: Seeded(UInt64(seed) | 1 << 40))
      let (first, between, last) = (
        generator.schema(), generator.schema(), generator.schema()
      )
      let owner = DraftOwner.account("\(seed)")
      let key = DraftKey("form", owner: owner)
      let values = DraftSnapshot(values: generator.values(first))
      let draft = try await store.save(values, schema: first, key: key).draft
      if seed % 3 > 0 {
        let answer = await store.restore(draft, schema: between, options: salvage)
        let left = try #require(answer.draft?.snapshot)
        try await store.save(left, schema: between, key: key, draft: draft)
      }
      let real = try await store.compatibility(with: last, DraftFilter(owner: owner))
      #expect(real.drafts == 1)
      var exported = try Compatibility(with: last)
      try exported.add(exported: Array(try await store.export(draft).line.utf8))
      #expect(account(exported) == account(real), "seed \(seed)")
      #expect(exported.worst == real.worst, "seed \(seed)")
      var shaped = try Compatibility(with: last)
      try shaped.add(exported: Array(try await store.shape(of: draft).line.utf8))
      if expectAgreement(real, shaped, "seed \(seed)").isEmpty { certain += 1 }
    }
    #expect(certain > 20)
    await store.close()
  }

  private func count(
    _ values: DraftObject, _ old: DraftSchema.Field, _ new: [DraftSchema.Field]
  ) throws -> (Compatibility.Level, [String]) {
    var result = try Compatibility(with: DraftSchema("form", fields: new))
    let shape = try DraftArchive.sample(DraftSchema("form", fields: [old]), values).shape
    let level = try result.add(shape)
    return (level, result.fields.map { "\($0.path) \($0.outcome) \($0.why ?? "")" })
  }

  private func choice(_ values: DraftValue...) -> DraftSchema.Field {
    .init("plan", .choice, options: .init(values.map { .init($0) }))
  }

  @Test("A choice fits if all choices are left, is flagged if none is, else nobody can tell")
  func choices() throws {
    let old = choice("a", "b")
    let all = try count(["plan": "a"], old, [choice("b", "c", "a")])
    #expect(all.0 == .wholly && all.1 == ["/plan kept "])
    let none = try count(["plan": "a"], old, [choice("c")])
    #expect(none.0 == .wholly && none.1 == ["/plan invalidOption The choice is gone."])
    let some = try count(["plan": "a"], old, [choice("b")])
    #expect(some.0 == .decision)
    #expect(some.1 == ["/plan invalidOption \(ShapeDoubts.ofAnswer)"])
  }

  @Test("A text may be one of the choices if one is as long")
  func texts() throws {
    let old = DraftSchema.Field("plan", .text)
    let long = try count(["plan": "basic"], old, [choice("free", "b")])
    #expect(long.0 == .nothing && long.1 == ["/plan orphaned The text is none of the choices."])
    let same = try count(["plan": "basic"], old, [choice("extra")])
    #expect(same.0 == .nothing && same.1 == ["/plan orphaned \(ShapeDoubts.ofAnswer)"])
  }

  @Test("An answer without a name may be what the form has a field for now")
  func names() throws {
    let old = DraftSchema.Field("a", .text)
    let same = try count(["a": "x", "nick": "n"], old, [old])
    #expect(same.0 == .wholly)
    let more = try count(["a": "x", "nick": "n"], old, [old, .init("nick", .integer)])
    #expect(more.0 == .decision)
    #expect(more.1.contains("/undeclared 1 undeclared \(ShapeDoubts.ofName)"))
    let map = DraftSchema.Field("m", .map(.text))
    let inner = try count(["m": ["k": "v"]], map, [map, .init("/m/k", .integer)])
    #expect(inner.0 > .wholly)
    #expect(inner.1.contains("/m orphaned \(ShapeDoubts.ofName)"))
  }

  @Test("A step of an upgrade that looks at an answer leaves it in doubt")
  func upgrades() throws {
    let upgrade = DraftUpgrade(from: .unversioned, .mapValues("plan", [(from: "a", to: "b")]))
    var result = try Compatibility(
      with: DraftSchema("form", fields: [choice("b")]), options: .init(upgrades: [upgrade]))
    let shape = try DraftArchive.sample(
      DraftSchema("form", fields: [choice("a", "b")]), ["plan": "a"]
    ).shape
    #expect(try result.add(shape) == .decision)
    #expect(result.fields.first?.why == ShapeDoubts.ofUpgrade)
  }

  @Test("A shape does not say whose it is; the form narrows")
  func filter() throws {
    let schema = DraftSchema("form", fields: [.init("a", .text)])
    let line = Array(try DraftArchive.sample(schema, ["a": "x"]).shape.line.utf8)
    var result = try Compatibility(with: schema)
    #expect(try result.add(exported: line, where: DraftFilter(form: "other")) == nil)
    #expect(try result.add(exported: line, where: DraftFilter(form: "form")) == .wholly)
    for filter in [DraftFilter(owner: .nobody), DraftFilter(record: .new)] {
      let error = #expect(throws: DraftError.self) {
        _ = try result.add(exported: line, where: filter)
      }
      #expect(error?.code == .invalidArgument)
    }
    #expect(result.drafts == 1)
  }

  @Test("Damaged answers are counted as such")
  func damage() throws {
    let schema = DraftSchema("form", fields: [.init("a", .text)])
    let archive = try DraftArchive.sample(schema, ["a": "x"])
    let shape = ShapeMaker.shape(of: archive, fingerprint: schema.fingerprint, damaged: 2)
    var result = try Compatibility(with: schema)
    #expect(try result.add(exported: Array(shape.line.utf8)) == .decision)
    #expect(result.count(mismatch: .damaged) == 1)
  }
}

extension FieldPath {
  /// One and many alike.
  fileprivate var withoutEach: FieldPath { FieldPath(names.filter { $0 != "~*" }) }
}
