import Testing

@testable import FormDrafts

/// What a diff says before there are answers is what a restore does with them.
@Suite("A diff and a restore")
struct SchemaDiffAgreementTests {
  /// Random forms over a few names, so that two of them meet often, and answers that follow them.
  private struct Generator {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }

    mutating func pick<T>(_ items: [T]) -> T { items[next(items.count)] }

    mutating func schema() -> DraftSchema {
      var fields: [DraftSchema.Field] = []
      for name in ["a", "b", "c"] where next(3) > 0 { add(FieldPath([name]), 0, &fields) }
      if fields.isEmpty { fields.append(.init("z", .text)) }
      return DraftSchema("f", fields: fields)
    }

    private mutating func add(
      _ path: FieldPath, _ depth: Int, _ fields: inout [DraftSchema.Field]
    ) {
      let types: [DraftSchema.ValueType] = [
        .text, .integer, .decimal, .date, .choice, .any, .object, .map(.text),
      ]
      let type = next(3) == 0 && depth < 2 ? .object : pick(types)
      let isMany = next(4) == 0
      let start = fields.count
      fields.append(
        .init(
          path, type, isMany: isMany, isRequired: next(4) == 0,
          retention: next(12) == 0 ? .secret : .automatic,
          options: type == .choice ? .init([.init("x"), .init(pick(["y", "z"]))]) : nil,
          formerly: next(3) == 0 ? [former(path)] : []))
      guard type == .object, depth < 2 else { return }
      let inside = isMany ? path.appending(.each) : path
      for name in ["p", "q"] where next(2) == 0 { add(inside.appending(name), depth + 1, &fields) }
      // An object may be declared by its inside alone.
      if fields.count > start + 1, !isMany, next(3) == 0 { fields.remove(at: start) }
    }

    private mutating func former(_ path: FieldPath) -> FieldPath {
      let outer = FieldPath([pick(["a", "b", "c", "d"])])
      switch next(3) {
      case 0: return outer
      case 1: return outer.appending(pick(["p", "q"]))
      default: return outer.appending(.each).appending(pick(["p", "q"]))
      }
    }

    /// Answers to every field that is stored; none of them says nothing.
    mutating func values(_ schema: DraftSchema) -> DraftObject {
      object(at: .root, schema)
    }

    private mutating func object(at path: FieldPath, _ schema: DraftSchema) -> DraftObject {
      var object = DraftObject()
      var names: [String] = []
      for field in schema.fields where field.path != path && field.path.isInside(path) {
        let name = field.path.names[path.names.count]
        if name != "~*", !names.contains(name) { names.append(name) }
      }
      for name in names where next(8) > 0 {
        object[name] = value(at: path.appending(name), schema)
      }
      return object
    }

    private mutating func value(at path: FieldPath, _ schema: DraftSchema) -> DraftValue? {
      let field = schema.fields.first { $0.path == path }
      let hasInside = schema.fields.contains { $0.path != path && $0.path.isInside(path) }
      if field?.retention == .secret { return nil }
      if field?.isMany == true {
        return .list(
          (0..<(1 + next(2))).compactMap { _ in
            hasInside ? full(object(at: path.appending(.each), schema)) : one(field)
          })
      }
      return hasInside ? full(object(at: path, schema)) : one(field)
    }

    private func full(_ object: DraftObject) -> DraftValue? {
      object.isEmpty ? nil : .object(object)
    }

    private mutating func one(_ field: DraftSchema.Field?) -> DraftValue? {
      switch field?.type {
      case .integer?: .number(literal: pick(["0", "12"]))
      case .decimal?: .number(literal: pick(["0.5", "3"]))
      case .date?: "2024-02-29"
      case .choice?: field?.options.map { pick($0.items.map(\.value)) }
      case .any?: pick([true, "x", 1, ["p": "v"], ["w"]])
      case .object?: ["p": pick(["x", 1])]
      case .map?: ["p": "x"]
      default: pick(["x", "text"])
      }
    }
  }

  @Test(
    "agree: what does not fit is a change that needs a decision; what is orphaned is",
    arguments: [1, 2] as [UInt64])
  func agreement(seed: UInt64) throws {
    var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var counts = (quiet: 0, lost: 0, certain: 0)
    for round in 0..<3_000 {
      let (old, new) = (generator.schema(), generator.schema())
      let diff = SchemaDiff(from: old, to: new)
      let values = generator.values(old)
      let result = try DraftSchema.resolve(
        DraftSnapshot(values: values), from: old, to: new, options: .init(floor: 0))
      let mismatches = result.report.mismatches
      func story() -> Comment {
        """
        round \(round)
        old \(old.fields.map(Self.text))
        new \(new.fields.map(Self.text))
        values \(DraftValue.object(values).json)
        \(diff.changes.map(\.line))
        \(mismatches.map { "\($0.path?.pointer ?? "") \($0.description)" })
        """
      }
      if !diff.changes.contains(where: \.needsDecision) { counts.quiet += 1 }
      for mismatch in mismatches {
        counts.lost += 1
        #expect(Self.isExplained(mismatch, diff), story())
      }
      let orphans = Set(result.report.orphans)
      for path in Self.certainlyLost(diff) where values.leaves.contains(where: { $0.path == path })
      {
        counts.certain += 1
        #expect(path.outward.contains { orphans.contains($0) }, story())
      }
    }
    #expect(counts.quiet > 200 && counts.lost > 1_000 && counts.certain > 200, "\(counts)")
  }

  /// Whether a change that needs a decision is about what does not fit, around it or in it; at the
  /// place it has now, or where it was.
  private static func isExplained(
    _ mismatch: RestoreReport.Mismatch, _ diff: SchemaDiff
  ) -> Bool {
    guard let path = mismatch.path.map(plain) else { return false }
    let moves = diff.changes.compactMap { change in change.from.map { (change.path, $0) } }
    return diff.changes.contains { change in
      guard change.needsDecision, let now = change.path else { return false }
      var places = [now]
      if change.effect.which == "answers at declared places" {
        places += [now.parent, now.parent?.parent].compactMap { $0 }.filter { $0 != .root }
      }
      for (target, source) in moves {
        guard let target, now.isInside(target) else { continue }
        places.append(
          FieldPath(source.names + now.names.dropFirst(target.names.count)))
      }
      return places.map(plain).contains { $0.isInside(path) || path.isInside($0) }
    }
  }

  /// A path without what leads into the items of lists.
  private static func plain(_ path: FieldPath) -> FieldPath {
    FieldPath(path.names.filter { $0 != "~*" && $0 != "~0*" && !$0.allSatisfy(\.isNumber) })
  }

  /// Fields that are gone and whose answers are lost whatever else is answered.
  private static func certainlyLost(_ diff: SchemaDiff) -> [FieldPath] {
    diff.changes.filter { change in
      change.kind == .fieldRemoved && change.effect == .orphaned
        && !change.description.contains("Its place goes to")
        && !change.description.contains("would both be")
    }.compactMap(\.path)
  }

  private static func text(_ field: DraftSchema.Field) -> String {
    "\(field.path) \(field.type)\(field.isMany ? "*" : "")"
      + (field.retention == .secret ? " secret" : "")
      + (field.formerly.isEmpty ? "" : " was \(field.formerly)")
      + (field.options.map { " \($0.items.map(\.value.json))" } ?? "")
  }
}
