import Testing

@testable import FormDrafts

/// Lists in lists, as deep as paths may be.
@Suite struct ResolverStackTests {
  @Test("64 levels of lists are resolved on a stack of 128 KiB, whatever changes inside")
  func deep() throws {
    // An item is a list and an object: two levels each.
    let levels = DraftLimits.depth / 2 - 1
    func form(_ list: String, _ leaf: DraftSchema.Field) -> DraftSchema {
      var place = FieldPath([list])
      var fields: [DraftSchema.Field] = []
      for level in 0..<levels {
        fields.append(.init(place, .object, isMany: true))
        place = place.appending(.each)
        if level < levels - 1 { place = place.appending("in") }
      }
      var leaf = leaf
      let name = leaf.path
      leaf.path = place.appending(contentsOf: name)
      leaf.formerly = leaf.formerly.map { _ in
        FieldPath(
          uncheckedPointer: "/a" + String(place.pointer.dropFirst(2)) + "/n")
      }
      fields.append(leaf)
      fields.append(.init(place.appending("gone\(list)"), .text))
      return DraftSchema("form", fields: fields)
    }
    let old = form("a", .init("n", .integer))
    var new = form("b", .init("m", .decimal, formerly: ["n"]))
    new.fields[0].formerly = ["a"]
    var value: DraftValue = ["n": 7, "gonea": "x"]
    for level in 0..<levels { value = level < levels - 1 ? ["in": [value]] : [value] }
    let snapshot = DraftSnapshot(values: ["a": value])
    let resolved = onSmallStack { try? DraftSchema.resolve(snapshot, from: old, to: new) }
    let result = try #require(resolved)
    let outcomes = result.report.fields.filter { $0.outcome != .added }.map(\.outcome)
    #expect(outcomes == [.moved, .converted, .orphaned])
    #expect(result.orphans.map(\.value) == ["x"])
    var found = try #require(result.snapshot.values["b"])
    for level in 0..<levels {
      guard case .list(let items) = found, let item = items.first else { throw TestFailure() }
      found = item
      if level < levels - 1 { found = try #require(found.member(at: "in")) }
    }
    #expect(found == ["m": 7])
  }
}
