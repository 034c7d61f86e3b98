import FormDrafts
import Testing

/// Laws that hold for every pair of schemas, on random ones.
@Suite("Any two schemas")
struct SchemaDiffRandomTests {
  private struct Source {
    var state: UInt64
    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    mutating func pick<T>(_ items: [T]) -> T { items[next(items.count)] }
  }

  private static let names = ["a", "b", "A_", "~*", "password", "c"]
  private static let types: [DraftSchema.ValueType] = [
    .text, .integer, .decimal, .boolean, .date, .choice, .object, .any, .map(.text), .list(.text),
  ]

  private static func path(_ source: inout Source) -> FieldPath {
    var segments: [FieldPath.Segment] = [.name(source.pick(["a", "b", "c", "d"]))]
    for _ in 0..<source.next(3) {
      let name = source.pick(names)
      segments.append(name == "~*" ? .each : .name(name))
    }
    return FieldPath(segments: segments)
  }

  private static func schema(_ source: inout Source) -> DraftSchema {
    var fields: [FieldPath: DraftSchema.Field] = [:]
    let ids = ["one", "two", "three", "four"].filter { _ in source.next(3) > 0 }
    for _ in 0..<(1 + source.next(8)) {
      let place = path(&source)
      fields[place] = DraftSchema.Field(
        place, source.pick(types), isMany: source.next(4) == 0, isRequired: source.next(3) == 0,
        retention: source.pick([.automatic, .automatic, .kept, .secret, .transient]),
        options: source.next(3) == 0
          ? .init(
            ["x", "y", 1].prefix(source.next(4)).map { .init($0) }, isClosed: source.next(2) > 0)
          : nil,
        formerly: (0..<source.next(3)).map { _ in path(&source) },
        step: ids.isEmpty ? nil : source.pick(ids))
    }
    var steps = ids.map { id in
      DraftSchema.Step(
        id, isSkippable: source.next(2) == 0,
        formerly: source.next(2) == 0 ? [source.pick(["one", "two", "five"])] : [])
    }
    if steps.count > 1, source.next(2) == 0 { steps.swapAt(0, steps.count - 1) }
    return DraftSchema(
      "f", fields: fields.values.sorted { $0.path.pointer.utf8.count < $1.path.pointer.utf8.count },
      steps: steps)
  }

  @Test("keep these laws")
  func laws() throws {
    var source = Source(state: 7_919)
    var seen: Set<SchemaDiff.Kind> = []
    for round in 0..<800 {
      let (old, new) = (Self.schema(&source), Self.schema(&source))
      try old.check()
      let diff = SchemaDiff(from: old, to: new)
      var broken = Self.brokenAccounts(old, new, diff) + Self.brokenFingerprint(old, new, diff)
      if diff != SchemaDiff(from: old, to: new) { broken.append("another result") }
      if !SchemaDiff(from: old, to: old).isEmpty { broken.append("differs from itself") }
      #expect(broken == [], "round \(round)")
      seen.formUnion(diff.changes.map(\.kind))
    }
    #expect(seen.count == 22, "all but those of ids, versions and identities, which are equal here")
  }

  /// Every old field is still there, moved or gone, and every new one was there or is new; each
  /// in one way.
  private static func brokenAccounts(
    _ old: DraftSchema, _ new: DraftSchema, _ diff: SchemaDiff
  ) -> [String] {
    let gone = diff.changes.filter { $0.kind == .fieldRemoved }.compactMap(\.path)
    let added = diff.changes.filter { $0.kind == .fieldAdded }.compactMap(\.path)
    let sources = diff.changes.compactMap { $0.kind == .fieldMoved ? $0.from : nil }
    let targets = diff.changes.compactMap { $0.kind == .fieldMoved ? $0.path : nil }
    let (before, now) = (Set(old.fields.map(\.path)), Set(new.fields.map(\.path)))
    var broken: [String] = []
    if Set(gone + sources).count != gone.count + sources.count { broken.append("an old one twice") }
    if Set(added + targets).count != added.count + targets.count {
      broken.append("a new one twice")
    }
    for path in before {
      let isThere = now.contains(path) && !added.contains(path) && !targets.contains(path)
      if [isThere, gone.contains(path), sources.contains(path)].count(where: { $0 }) != 1 {
        broken.append("\(path) is lost")
      }
    }
    for path in now.subtracting(before) where added.contains(path) == targets.contains(path) {
      broken.append("\(path) came from nowhere")
    }
    for pair in diff.suggestions where !gone.contains(pair.from) || !added.contains(pair.to) {
      broken.append("\(pair.from) did not go, or \(pair.to) is not new")
    }
    return broken
  }

  /// There are other changes than those that no fingerprint covers exactly if it is another.
  private static func brokenFingerprint(
    _ old: DraftSchema, _ new: DraftSchema, _ diff: SchemaDiff
  ) -> [String] {
    let harmless: Set<SchemaDiff.Kind> = [.newlyRequired, .noLongerRequired, .movedToStep]
    let isHarmless = diff.changes.allSatisfy { harmless.contains($0.kind) }
    return isHarmless == (old.fingerprint == new.fingerprint) ? [] : ["the fingerprint"]
  }
}
