import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Any sequence of edits: what is restored is what was saved last, in its order.
@Suite struct RandomEditsTests {
  private struct Editor {
    var random: Seeded
    var snapshot = DraftSnapshot()
    private let names = ["a", "b", "c", "é", "e\u{301}", "a/b", "~", "", "0", "long"]

    init(seed: UInt64) { random = Seeded(seed) }

    mutating func value(depth: Int = 0) -> DraftValue {
      switch Int.random(in: 0..<(depth > 2 ? 6 : 9), using: &random) {
      case 0: return .null
      case 1: return .bool(.random(using: &random))
      case 2:
        let literals = ["0.10", "-0", "1e400", "NaN"]
        return .number(literal: literals.randomElement(using: &random) ?? "1")
      case 3:
        return .text(String(repeating: "x\0é", count: .random(in: 0..<40, using: &random)))
      case 4: return .bytes([1, 2, 3])
      case 5: return ["$draft": "object"]
      case 6:
        let count = Int.random(in: 0..<4, using: &random)
        return .list((0..<count).map { _ in value(depth: depth + 1) })
      default: return .object(object(depth: depth + 1))
      }
    }

    private mutating func object(depth: Int) -> DraftObject {
      var object = DraftObject()
      for _ in 0..<Int.random(in: 0..<5, using: &random) { object[name()] = value(depth: depth) }
      return object
    }

    private mutating func name() -> String { names.randomElement(using: &random) ?? "a" }

    private mutating func path() -> FieldPath {
      FieldPath((0..<Int.random(in: 1...3, using: &random)).map { _ in name() })
    }

    /// One edit: insert anywhere, change, remove, move, mark, or walk on.
    mutating func edit() {
      let count = snapshot.values.members.count
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        let fresh = "f\(UInt16.random(in: 0...999, using: &random))"
        snapshot.values[fresh] = nil
        let place = Int.random(in: 0...snapshot.values.members.count, using: &random)
        snapshot.values.members.insert(.init(fresh, value()), at: place)
      case 2 where count > 0:
        snapshot.values.members.remove(at: Int.random(in: 0..<count, using: &random))
      case 3 where count > 0:
        snapshot.values.members[Int.random(in: 0..<count, using: &random)].value = value()
      case 4 where count > 1:
        let member = snapshot.values.members.remove(at: Int.random(in: 0..<count, using: &random))
        snapshot.values.members.insert(member, at: Int.random(in: 0..<count, using: &random))
      case 5: snapshot.values.members.shuffle(using: &random)
      case 6:
        snapshot.touched.formSymmetricDifference([path()])
        snapshot.dirty.formSymmetricDifference([path()])
      case 7:
        snapshot.step = [nil, "one", "two"].randomElement(using: &random) ?? nil
        snapshot.skippedSteps = ["a", "b"].filter { _ in .random(using: &random) }
        snapshot.focus = .random(using: &random) ? path() : nil
      default: snapshot.values[name()] = value()
      }
    }
  }

  @Test("Restored equals saved", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func restoredEqualsSaved(seed: UInt64) async throws {
    let folder = try StoreFolder()
    var store = folder.store()
    var editor = Editor(seed: seed)
    let schema = DraftSchema("form", fields: [.init("a", .any), .init(["a/b"], .any)])
    let key = DraftKey("form", owner: .nobody)
    let draft = try await store.save(editor.snapshot, schema: schema, key: key).draft
    var revision: DraftRevision = 1
    for round in 1...60 {
      let before = editor.snapshot
      for _ in 0..<Int.random(in: 1...4, using: &editor.random) { editor.edit() }
      let receipt = try await store.save(
        editor.snapshot, schema: schema, key: key, draft: draft, basedOn: revision)
      #expect(receipt.unsaved.isEmpty)
      let isChanged = before != editor.snapshot
      let expected = DraftRevision(revision.rawValue + (isChanged ? 1 : 0))
      #expect(receipt.revision == expected, "round \(round)")
      revision = receipt.revision
      if round % 7 == 0 {
        await store.close()
        store = folder.store()
      }
      let back = try await store.restored(key, schema: schema)
      #expect(back.snapshot == editor.snapshot, "round \(round)")
      #expect(back.summary.revision == revision)
      #expect(try await store.list(verifying: true).allSatisfy { $0.isIntact })
    }
    await store.close()
  }

  /// A gap between two places is used up after twenty insertions; then all places are new.
  @Test func `inserting in one place again and again keeps the order`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let schema = DraftSchema.texts("form", "first", "last")
    let key = DraftKey("form", owner: "ana")
    var snapshot = DraftSnapshot(values: ["first": "a", "last": "z"])
    let draft = try await store.save(snapshot, schema: schema, key: key).draft
    var largest = 0
    for number in 0..<70 {
      snapshot.values.members.insert(.init("n\(number)", "x"), at: 1)
      let receipt = try await store.save(snapshot, schema: schema, key: key, draft: draft)
      largest = max(largest, receipt.written)
      let back = try await store.restored(key, schema: schema)
      #expect(back.snapshot == snapshot)
    }
    #expect(largest > 20, "the places were made anew")
    await store.close()
  }
}

extension DraftListing {
  var isIntact: Bool { if case .draft = self { true } else { false } }
}
