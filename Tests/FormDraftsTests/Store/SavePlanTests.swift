import Testing

@testable import FormDrafts

/// The difference between the rows a draft has and the rows it should have.
@Suite struct SavePlanTests {
  private let key = DraftKey("form", owner: "ana")

  private func request(
    _ values: DraftObject, _ names: [String] = ["a", "b", "c"], touched: Set<FieldPath> = []
  ) throws -> SaveRequest {
    let schema = DraftSchema("form", fields: names.map { .init(FieldPath([$0]), .text) })
    return try SaveRequest(
      DraftSnapshot(values: values, touched: touched), schema: StoredSchema(schema), key: key,
      draft: nil, basedOn: nil, title: nil, baseline: nil)
  }

  private func head(_ plan: SavePlan? = nil) throws -> DraftHead {
    var head = DraftHead(
      uuid: try #require(DraftID(Identifiers.random())), form: "form", record: nil)
    head.id = 7
    head.revision = 3
    head.nextRow = plan?.nextRow ?? 0
    return head
  }

  @Test func `a new draft inserts every leaf in order, sealed`() throws {
    let request = try request(["a": "1", "b": ["x": 1, "y": [:]], "c": [1]], touched: ["d"])
    let plan = SavePlan(request, stored: [], writer: nil, head: try head())
    #expect(plan.inserts.map(\.path) == ["a", "/b/x", "/b/y", "c", "d"])
    #expect(plan.inserts.map(\.id) == (0..<5).map { 7 << 32 + $0 })
    #expect(plan.inserts.map(\.ordinal) == plan.inserts.map(\.ordinal).sorted())
    #expect(plan.inserts.allSatisfy { $0.isIntact && $0.revision == 4 && $0.draft == 7 })
    #expect(plan.nextRow == 5)
    #expect(plan.written == 5)
    #expect(plan.rows.answers == ["a", "/b/x", "c"])
    #expect(plan.byteCount == 3 + 1 + 2 + 3)
    #expect(plan.rowsSum == plan.rows.reduce(0) { $0 &+ $1.sum })
  }

  @Test func `the same again is nothing`() throws {
    let request = try request(["a": "1", "b": ["x": 1]], touched: ["c"])
    let first = SavePlan(request, stored: [], writer: nil, head: try head())
    let again = SavePlan(
      request, stored: first.rows, writer: request.schema, head: try head(first))
    #expect(again.written == 0)
    #expect(again.rows.map(\.sum) == first.rows.map(\.sum))
    #expect(again.nextRow == first.nextRow)
  }

  @Test func `a row id is never used twice`() throws {
    var stored: [FieldRow] = []
    var plan: SavePlan?
    var seen: Set<Int64> = []
    for round in 0..<10 {
      let request = try request([round % 2 == 0 ? "a" : "b": "x"])
      let next = SavePlan(request, stored: stored, writer: request.schema, head: try head(plan))
      #expect(next.inserts.count == 1)
      #expect(next.removals.count == (round == 0 ? 0 : 1))
      #expect(next.inserts.allSatisfy { seen.insert($0.id).inserted })
      stored = next.rows
      plan = next
    }
  }

  @Test func `a row nobody has a place for is removed, one the writer had becomes an orphan`()
    throws
  {
    let wide = try request(["a": "1", "b": "2", "x": "3"])
    let first = SavePlan(wide, stored: [], writer: nil, head: try head())
    let narrow = try request(["a": "1"], ["a"])
    let plan = SavePlan(
      narrow, stored: first.rows, writer: wide.schema, head: try head(first))
    #expect(plan.kindUpdates.map(\.path) == ["b"])
    #expect(plan.kindUpdates.allSatisfy { $0.kind == .orphan && $0.isIntact })
    #expect(plan.removals == [first.rows[2].id])
    #expect(plan.rows.map(\.path) == ["a", "b"])
    #expect(plan.rows.answers == ["a"])
    // And stays one, untouched, from then on.
    let again = SavePlan(
      narrow, stored: plan.rows, writer: narrow.schema, head: try head(plan))
    #expect(again.written == 0)
  }

  @Test func `orphans are bounded, and the oldest goes first`() throws {
    let wide = try request(["a": "1", "b": "2", "c": "333"])
    let first = SavePlan(wide, stored: [], writer: nil, head: try head())
    let narrow = try request([:], ["x"])
    var plan = SavePlan(
      narrow, stored: first.rows, writer: wide.schema, head: try head(first))
    #expect(plan.kindUpdates.map(\.path) == ["a", "b", "c"])
    var unbounded = plan
    unbounded.limitOrphans(bytes: 11, count: 3)
    #expect(unbounded.droppedOrphans == [])
    plan.limitOrphans(bytes: 10, count: 3)
    #expect(plan.droppedOrphans == ["a"])
    plan.limitOrphans(bytes: 100, count: 1)
    #expect(plan.droppedOrphans == ["a", "b"])
    #expect(plan.rows.map(\.path) == ["c"])
    #expect(plan.kindUpdates.map(\.path) == ["c"])
    #expect(plan.removals == [first.rows[0].id, first.rows[1].id])
    #expect(plan.rowsSum == plan.rows[0].sum)
  }

  @Test func `places stay where order stays`() {
    let gap = Ordinals.gap
    let same = Ordinals([gap, 2 * gap, 5 * gap])
    #expect(same.values == [gap, 2 * gap, 5 * gap])
    #expect(!same.isShuffled)
    // One in the middle, one at each end.
    let more = Ordinals([nil, gap, nil, 2 * gap, nil])
    #expect(more.values == [gap / 2, gap, gap + gap / 2, 2 * gap, 3 * gap])
    // The last comes first: only it gets a new place.
    #expect(Ordinals([3 * gap, gap, 2 * gap]).values == [gap / 2, gap, 2 * gap])
    #expect(Ordinals([]).values == [])
    #expect(Ordinals([nil, nil]).values == [gap, 2 * gap])
  }

  @Test func `a gap that is used up asks for new places, and ends nowhere else`() {
    #expect(Ordinals([1, nil, 2]).needsRenumbering)
    #expect(!Ordinals([1, nil, 3]).needsRenumbering)
    #expect(Ordinals([nil, 1]).needsRenumbering)
    #expect(Ordinals([1, nil, nil, 3]).needsRenumbering)
  }

  @Test func `places are in order and as many as possible stay, for random orders`() {
    var random = Seeded(11)
    for _ in 0..<300 {
      let count = Int.random(in: 0...12, using: &random)
      var known: [Int64?] = (0..<count).map { Int64($0 + 1) * Ordinals.gap }
      known.shuffle(using: &random)
      for index in known.indices where Bool.random(using: &random) { known[index] = nil }
      let ordinals = Ordinals(known)
      #expect(!ordinals.needsRenumbering)
      #expect(zip(ordinals.values, ordinals.values.dropFirst()).allSatisfy { $0 < $1 })
      let kept = zip(known, ordinals.values).count { $0 == $1 }
      #expect(kept == longestRise(known.compactMap { $0 }))
    }
  }

  /// The longest increasing subsequence, by trying all.
  private func longestRise(_ values: [Int64]) -> Int {
    var best = [Int](repeating: 1, count: values.count)
    for index in values.indices {
      for earlier in 0..<index where values[earlier] < values[index] {
        best[index] = max(best[index], best[earlier] + 1)
      }
    }
    return best.max() ?? 0
  }

  @Test func `two values never claim one place`() {
    let overlap = PathOverlap(["/a/b", "c", "/d/e/f"] as [FieldPath])
    for path in ["/a/b", "a", "/a/b/x", "c", "/c/x", "d", "/d/e", "/d/e/f/g"] as [FieldPath] {
      #expect(overlap.overlaps(path), "\(path)")
    }
    for path in ["/a/c", "b", "/d/x", "/a/bb", "/d/e/ff"] as [FieldPath] {
      #expect(!overlap.overlaps(path), "\(path)")
    }
    #expect(overlap.overlaps(.root))
    #expect(PathOverlap([.root]).overlaps("/a/b"))
    #expect(!PathOverlap([]).overlaps(.root))
    #expect(!PathOverlap([]).overlaps("a"))
  }
}
