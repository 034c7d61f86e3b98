import Testing

@testable import FormDrafts

/// What holds for any two forms and any answers, by the definition of a restore.
@Suite struct ResolverPropertyTests {
  /// Random schemas over a few names, so that two of them meet often; and answers, most of which
  /// follow their schema.
  private struct Generator {
    var random: Seeded
    /// Whether fields have former names.
    var renames = false

    /// A place that another form of the same names may have.
    private mutating func former(_ path: FieldPath) -> [FieldPath] {
      guard renames, Int.random(in: 0..<3, using: &random) == 0 else { return [] }
      return (0...Int.random(in: 0...1, using: &random)).flatMap { _ in formerPlace(path) }
    }

    private mutating func formerPlace(_ path: FieldPath) -> [FieldPath] {
      let outer = FieldPath([["a", "b", "c", "d", "e"].randomElement(using: &random) ?? "a"])
      guard path.names.count > 1 else { return [outer] }
      let name = Bool.random(using: &random) ? "p" : "q"
      return [path.hasEach ? outer.appending(.each).appending(name) : outer.appending(name)]
    }

    mutating func schema() -> DraftSchema {
      var fields: [DraftSchema.Field] = []
      for name in ["a", "b", "c", "d", "e"] where Bool.random(using: &random) {
        add(FieldPath([name]), depth: 0, &fields)
      }
      fields.shuffle(using: &random)
      if fields.isEmpty { fields.append(.init("z", .text)) }
      return DraftSchema("form", fields: fields)
    }

    private mutating func add(_ path: FieldPath, depth: Int, _ fields: inout [DraftSchema.Field]) {
      let kind = Int.random(in: 0..<(depth < 2 ? 9 : 6), using: &random)
      let isMany = Int.random(in: 0..<4, using: &random) == 0
      switch kind {
      case 6...7:
        fields.append(.init(path, .object, formerly: former(path)))
        for name in ["p", "q"] where Bool.random(using: &random) {
          add(path.appending(name), depth: depth + 1, &fields)
        }
      case 8:
        fields.append(.init(path, .object, isMany: true, formerly: former(path)))
        for name in ["p", "q"] where Bool.random(using: &random) {
          add(path.appending(.each).appending(name), depth: depth + 1, &fields)
        }
      default:
        let types: [DraftSchema.ValueType] = [.text, .integer, .decimal, .date, .choice, .any]
        let options: DraftSchema.Options? = kind == 4 ? .init([.init("x"), .init("y")]) : nil
        fields.append(
          .init(path, types[kind], isMany: isMany, options: options, formerly: former(path)))
      }
    }

    mutating func values(_ schema: DraftSchema) -> DraftObject {
      var builder = ObjectBuilder()
      for field in schema.fields
      where !field.path.hasEach && Int.random(in: 0..<5, using: &random) > 0 {
        let isOuter = schema.fields.contains {
          $0.path != field.path && $0.path.isInside(field.path)
        }
        if isOuter, !field.isMany { continue }
        let value = isOuter ? items(field, schema) : value(field.type, field.isMany)
        _ = try? builder.insert(value, at: field.path)
      }
      if Bool.random(using: &random) { _ = try? builder.insert("kept", at: "/extra/deep") }
      return builder.build()
    }

    private mutating func items(_ list: DraftSchema.Field, _ schema: DraftSchema) -> DraftValue {
      .list(
        (0..<Int.random(in: 0...3, using: &random)).map { number in
          var members = [DraftObject.Member("id", DraftValue(number))]
          members += self.members(of: list.path.appending(.each), schema)
          return .object(DraftObject(members))
        })
    }

    private mutating func members(
      of place: FieldPath, _ schema: DraftSchema
    ) -> [DraftObject.Member] {
      schema.fields.filter { $0.path.parent == place }.compactMap { field in
        guard let name = field.path.lastName else { return nil }
        let hasInside = schema.fields.contains {
          $0.path != field.path && $0.path.isInside(field.path)
        }
        guard hasInside else { return .init(name, value(field.type, field.isMany)) }
        if field.isMany { return .init(name, items(field, schema)) }
        return .init(name, .object(DraftObject(members(of: field.path, schema))))
      }
    }

    private mutating func value(_ type: DraftSchema.ValueType, _ isMany: Bool) -> DraftValue {
      if isMany {
        return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in value(type, false) })
      }
      let nothings: [DraftValue] = [.null, "", [], [:]]
      if Int.random(in: 0..<8, using: &random) == 0 {
        return nothings.randomElement(using: &random) ?? .null
      }
      switch type {
      case .integer:
        return .number(
          literal: ["0", "-1", "9007199254740993"].randomElement(using: &random) ?? "0")
      case .decimal:
        return .number(literal: ["0.10", "1e400", "-0"].randomElement(using: &random) ?? "0")
      case .date: return .text(["2024-01", "2024-02-30"].randomElement(using: &random) ?? "")
      case .choice: return .text(["x", "y", "gone"].randomElement(using: &random) ?? "")
      case .any: return [true, "any", [1, "2"]].randomElement(using: &random) ?? .null
      default: return .text(["007", "text", "x", "é"].randomElement(using: &random) ?? "")
      }
    }
  }

  private static let rounds = 0..<400
  /// A sanitizer takes thirty times as long; `make soak` takes its time.
  private static var rollbacks: Int {
    if System.environment("FORMDRAFTS_SOAK") != nil { return 10_000 }
    return System.environment("FORMDRAFTS_SANITIZER") == nil ? 800 : 40
  }

  @Test("Under the schema it was saved under a draft is the same, in any order of fields")
  func identity() throws {
    for seed in Self.rounds {
      var generator = Generator(random: Seeded(UInt64(seed)))
      let schema = generator.schema()
      let snapshot = DraftSnapshot(values: generator.values(schema), step: "s", focus: "a")
      var same = schema
      same.fields.shuffle(using: &generator.random)
      let result = try DraftSchema.resolve(snapshot, from: schema, to: same)
      #expect(result.snapshot == snapshot)
      #expect(result.fits)
    }
  }

  /// A restore reads such a draft straight from the rows, and its account is made when asked for.
  @Test("A draft that fits wholly comes out of the store as the resolver would have it")
  func whole() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    var late = 0
    for seed in 0..<200 {
      var generator = Generator(random: Seeded(UInt64(seed)))
      var schema = generator.schema()
      schema.steps = [.init("s"), .init("t", isSkippable: true)]
      for index in schema.fields.indices where !schema.fields[index].path.hasEach {
        schema.fields[index].step = index % 2 == 0 ? "s" : "t"
        schema.fields[index].isRequired = index % 3 == 0
      }
      let answers = [generator.values(schema), generator.values(schema)]
      schema.fields.append(.init("pin", .text, retention: .secret, step: "s"))
      let key = DraftKey("form", owner: "ana", record: .existing("\(seed)"))
      var draft: DraftID?
      // The second time some answers are new and stand between the others.
      for values in answers {
        var snapshot = DraftSnapshot(
          values: values, step: "s", skippedSteps: ["t"], focus: schema.fields[0].path)
        snapshot.touched = [schema.fields[0].path]
        snapshot.dirty = Set(values.leaves.prefix(2).map(\.path))
        draft = try await store.save(snapshot, schema: schema, key: key, draft: draft).draft
        let expected = try DraftSchema.resolve(snapshot, from: schema, to: schema)
        guard case .restored(let restored) = await store.restore(key, schema: schema) else {
          throw TestFailure()
        }
        #expect(restored.snapshot == expected.snapshot, "seed \(seed)")
        if restored.report.isLate { late += 1 }
        let (said, wanted) = (restored.report.fields, expected.report.fields)
        #expect(Set(said).symmetricDifference(wanted).isEmpty, "seed \(seed)")
        #expect(said.count == wanted.count)
        #expect(restored.report.steps.map(\.missing) == expected.report.steps.map(\.missing))
        #expect(restored.report.steps.map(\.reentry) == expected.report.steps.map(\.reentry))
        #expect(restored.report.reentry == ["pin"])
        #expect(restored.report.mismatches.isEmpty && restored.orphans.isEmpty)
      }
    }
    #expect(late > 300)
    await store.close()
  }

  @Test("The order of fields changes nothing of an answer")
  func order() throws {
    for seed in Self.rounds {
      var generator = Generator(random: Seeded(UInt64(seed)))
      let (writer, reader) = (generator.schema(), generator.schema())
      let snapshot = DraftSnapshot(values: generator.values(writer))
      var (writer2, reader2) = (writer, reader)
      writer2.fields.shuffle(using: &generator.random)
      reader2.fields.shuffle(using: &generator.random)
      let one = try DraftSchema.resolve(snapshot, from: writer, to: reader)
      let other = try DraftSchema.resolve(snapshot, from: writer2, to: reader2)
      #expect(one.snapshot == other.snapshot)
      #expect(one.orphans == other.orphans)
      #expect(Set(one.report.fields) == Set(other.report.fields))
      #expect(one.report.mismatches == other.report.mismatches)
    }
  }

  /// Every scalar that is stored stands in the result or among the orphans, as often as it was
  /// stored.
  @Test("Nothing that is stored is missing", arguments: [false, true])
  func total(renames: Bool) throws {
    for seed in Self.rounds {
      var generator = Generator(random: Seeded(UInt64(seed)), renames: renames)
      let (writer, reader) = (generator.schema(), generator.schema())
      let values = generator.values(writer)
      let result = try DraftSchema.resolve(
        DraftSnapshot(values: values), from: writer, to: reader)
      var found = Atoms(.object(result.snapshot.values))
      for orphan in result.orphans { found.add(orphan.value) }
      let stored = Atoms(.object(values))
      #expect(found.counts == stored.counts, "seed \(seed)")
      #expect(result.report.orphans == result.orphans.map(\.path))
      // And every answer has its line.
      #expect(result.report.fields.count >= values.leaves.count)
    }
  }

  /// The whole way through a store: saved, restored under another form, saved there, rolled back.
  @Test(
    "A form that comes and goes gives back the original, also one that renames",
    arguments: 0..<8, [false, true])
  func rollback(part: Int, renames: Bool) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let options = RestoreOptions(policy: .salvage, floor: 0)
    for seed in 0..<Self.rollbacks where seed % 8 == part {
      var generator = Generator(random: Seeded(UInt64(seed)), renames: renames)
      let (first, second) = (generator.schema(), generator.schema())
      // A few drafts an owner: a restore by key looks at all of an owner's.
      let owner = DraftOwner.account("owner \(seed / 80)")
      let key = DraftKey("form", owner: owner, record: .existing("\(seed)"))
      let snapshot = DraftSnapshot(values: generator.values(first))
      let draft = try await store.save(snapshot, schema: first, key: key).draft
      let salvage = try #require(
        await store.restore(key, schema: second, options: options).draft?.snapshot)
      try await store.save(salvage, schema: second, key: key, draft: draft)
      // Under the form it was last saved under there is nothing to decide.
      let again = await store.restore(key, schema: second)
      #expect(again.draft?.snapshot.values == salvage.values, "seed \(seed)")
      guard case .restored = again else {
        Issue.record("seed \(seed)")
        continue
      }
      let back = await store.restore(key, schema: first, options: options).draft?.snapshot
      #expect(back?.values.sorted == snapshot.values.sorted, "seed \(seed)")
    }
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }
}

/// Scalars and empty values, counted.
private struct Atoms {
  private(set) var counts: [DraftValue: Int] = [:]

  init(_ value: DraftValue) { add(value) }

  mutating func add(_ value: DraftValue) {
    switch value {
    case .list(let items) where !items.isEmpty: for item in items { add(item) }
    case .object(let object) where !object.isEmpty:
      for member in object.members { add(member.value) }
    // An item that lost all its members is an empty object; that is no answer.
    case .object: break
    default: counts[value, default: 0] += 1
    }
  }
}

extension DraftObject {
  /// With the members of every object by name: where an answer comes back, it may stand last.
  fileprivate var sorted: DraftObject {
    DraftObject(
      members.map { .init($0.name, $0.value.sorted) }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }
}

extension DraftValue {
  fileprivate var sorted: DraftValue {
    switch self {
    case .list(let items): .list(items.map(\.sorted))
    case .object(let object): .object(object.sorted)
    default: self
    }
  }
}
