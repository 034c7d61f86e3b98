import FormDrafts
import Testing

@Suite struct LeavesTests {
  static func rebuild(_ leaves: [Leaf]) throws -> DraftObject {
    var builder = ObjectBuilder()
    for leaf in leaves { #expect(try builder.insert(leaf.value, at: leaf.path) == .inserted) }
    return builder.build()
  }

  @Test func `a leaf is anything but an object with members`() throws {
    let object: DraftObject = [
      "name": "Ana", "address": ["city": "Bilbao", "empty": [:], "lines": ["1", ["a": 2]]],
      "none": .null, "list": [], "bytes": .bytes([1]), "more": ["a": ["b": ["c": false]]],
      "file": .file(DraftFile(id: "1", name: "n", byteCount: 1)),
    ]
    #expect(
      object.leaves == [
        Leaf("/name", "Ana"), Leaf("/address/city", "Bilbao"), Leaf("/address/empty", [:]),
        Leaf("/address/lines", ["1", ["a": 2]]), Leaf("/none", .null), Leaf("/list", []),
        Leaf("/bytes", .bytes([1])), Leaf("/more/a/b/c", false),
        Leaf("/file", .file(DraftFile(id: "1", name: "n", byteCount: 1))),
      ])
    #expect(try Self.rebuild(object.leaves) == object)
    #expect(DraftObject().leaves == [])
    var builder = ObjectBuilder()
    #expect(builder.build() == DraftObject())
  }

  @Test func `a value at a path is split below it`() {
    var leaves: [Leaf] = []
    DraftValue.object(["b": ["c": 1]]).forEachLeaf(at: "/a") { leaves.append(Leaf($0, $1)) }
    DraftValue.object([:]).forEachLeaf(at: "/e") { leaves.append(Leaf($0, $1)) }
    #expect(leaves == [Leaf("/a/b/c", 1), Leaf("/e", [:])])
  }

  @Test func `names with slash and tilde and empty names have paths of their own`() throws {
    let object: DraftObject = [
      "a/b": 1, "a": ["b": 2], "": ["": 3], "~": 4, "~1": 5, "~*": 6, "0": 7,
      "\u{E9}": 8, "e\u{301}": 9, "x[0]": 10, "a.b": 11,
    ]
    #expect(
      object.leaves.map(\.path.pointer) == [
        "/a~1b", "/a/b", "//", "/~0", "/~01", "/~0*", "/0", "/\u{E9}", "/e\u{301}", "/x[0]", "/a.b",
      ])
    #expect(Set(object.leaves.map(\.path)).count == 11)
    #expect(try Self.rebuild(object.leaves) == object)
  }

  @Test func `random objects are rebuilt from their leaves`() throws {
    var random = RandomValues(seed: 42)
    var count = 0
    for _ in 0..<2000 {
      let object = random.object(depth: 3)
      let leaves = object.leaves
      count += leaves.count
      #expect(try Self.rebuild(leaves) == object)
    }
    #expect(count > 10_000)
  }

  @Test func `leaves of two objects may alternate; members stand where they came first`() throws {
    let leaves = [
      Leaf("/a/x", 1), Leaf("/b/x", 2), Leaf("/a/y", 3), Leaf("/c", 4), Leaf("/b/y/z", 5),
      Leaf("/a/w/v", 6), Leaf("/b/y/q", 7),
    ]
    #expect(
      try Self.rebuild(leaves) == [
        "a": ["x": 1, "y": 3, "w": ["v": 6]], "b": ["x": 2, "y": ["z": 5, "q": 7]], "c": 4,
      ])
  }

  @Test func `a clash says where and changes nothing`() throws {
    var builder = ObjectBuilder()
    #expect(try builder.insert(1, at: "/a/b") == .inserted)
    #expect(try builder.insert(2, at: "/a") == .clash("/a"))
    #expect(try builder.insert(3, at: "/a/b") == .clash("/a/b"))
    #expect(try builder.insert(4, at: "/a/b/c") == .clash("/a/b"))
    #expect(try builder.insert(5, at: "/a/b/c/d/e") == .clash("/a/b"))
    #expect(try builder.insert(6, at: "/a/c") == .inserted)
    #expect(try builder.insert(7, at: "/z~1/x") == .inserted)
    #expect(try builder.insert(8, at: "/z~1/x/y") == .clash("/z~1/x"))
    #expect(builder.build() == ["a": ["b": 1, "c": 6], "z/": ["x": 7]])
    #expect(builder.build() == DraftObject())
  }

  @Test func `a path that is no place is refused`() {
    var builder = ObjectBuilder()
    #expect(thrown { try builder.insert(1, at: .root) }?.code == .invalidPath)
    #expect(thrown { try builder.insert(1, at: "/a/~*") }?.code == .invalidPath)
    #expect(thrown { try builder.insert(1, at: "/a/~*/b") }?.code == .invalidPath)
    let deepest = FieldPath(Array(repeating: "a", count: 64))
    #expect(throws: Never.self) { try builder.insert(1, at: deepest) }
    #expect(
      thrown { try builder.insert(1, at: FieldPath(Array(repeating: "b", count: 65))) }?.code
        == .tooLarge)
    let text = LimitTests.object(64, "1")
    #expect(builder.build() == (try? DraftObject(json: text)))
  }

  @Test func `5 000 fields, flat and nested, are rebuilt in order`() throws {
    let flat = DraftObject((0..<5000).map { .init("field\($0)", .number(literal: "\($0)")) })
    #expect(try Self.rebuild(flat.leaves) == flat)
    let nested = DraftObject(
      (0..<500).map {
        .init("group\($0)", .object(DraftObject((0..<10).map { .init("f\($0)", true) })))
      })
    #expect(nested.leaves.count == 5000)
    #expect(try Self.rebuild(nested.leaves) == nested)
    #expect(
      try Self.rebuild(nested.leaves.reversed()).members.map(\.name)
        == nested.members.reversed().map(\.name))
  }
}
