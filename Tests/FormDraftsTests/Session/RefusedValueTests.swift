import FormDraftsTesting
import Testing

@testable import FormDrafts

private struct Login: Codable, Equatable {
  var user: String
  var password: String
}

private enum Metal: String, Codable, CaseIterable { case gold, iron }
private enum Light: String, Codable, CaseIterable { case iron, wood }

private struct Item<Kind: Codable & Equatable & Sendable>: Equatable {
  var id: Int
  var name = ""
  var kind: Kind
}

/// A form with whole objects, a map and a list, in a first version and in one whose types take
/// less.
private struct Before: DraftForm, Equatable {
  var name = ""
  var login: Login?
  var metals: [String: Metal] = [:]
  var items: [Item<Metal>] = []

  static let draftMapping = DraftMapping<Self>("visit") {
    DraftField("name", \.name)
    DraftField("login", \.login)
    DraftField("metals", \.metals)
    DraftList("items", \.items, id: \.id, new: { Item(id: $0, kind: Metal.iron) }) {
      DraftField("name", \.name)
      DraftField("kind", \.kind)
    }
  }
}

private struct After: DraftForm, Equatable {
  var name = ""
  var login: Login?
  var metals: [String: Light] = [:]
  var items: [Item<Light>] = []

  static let draftMapping = DraftMapping<Self>("visit") {
    DraftField("name", \.name)
    DraftField("login", \.login)
    DraftField("metals", \.metals)
    DraftList("items", \.items, id: \.id, new: { Item(id: $0, kind: Light.wood) }) {
      DraftField("name", \.name)
      DraftField("kind", \.kind)
    }
  }
}

@Suite("A stored value that the form's type cannot take")
@MainActor
struct RefusedValueTests {
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  private func saved(_ form: Before) async throws {
    try await desk.store.save(form, owner: desk.owner)
  }

  /// A session of the later form on what is stored; what needs a decision is taken.
  private func opened() async throws -> DraftSession<After> {
    let session = DraftSession(
      After(), in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    session.resume()
    return session
  }

  private func stored() async throws -> DraftObject {
    let answer = await desk.store.restore(desk.key, schema: Before.draftMapping.schema)
    return try #require(answer.draft).snapshot.values
  }

  @Test("stays stored while other fields are edited: a secret inside it, a map, a list")
  func others() async throws {
    var form = Before(login: Login(user: "ana", password: "hunter-22"), metals: ["a": .gold])
    form.items = [Item(id: 1, name: "ring", kind: .gold), Item(id: 2, name: "nail", kind: .iron)]
    try await saved(form)
    let session = try await opened()
    #expect(session.form.login == nil)
    #expect(session.form.metals.isEmpty)
    #expect(session.form.items.map(\.kind) == [.wood, .iron])
    session.form.name = "edited"
    session.form.items[1].name = "nails"
    try await session.flush()
    let values = try await stored()
    #expect(values["name"] == "edited")
    #expect(values["login"] == ["user": "ana"])
    #expect(values["metals"] == ["a": "gold"])
    #expect(
      values["items"] == [
        ["id": 1, "name": "ring", "kind": "gold"], ["id": 2, "name": "nails", "kind": "iron"],
      ])
    await session.close()
  }

  @Test("gives way to what is entered in its place")
  func edited() async throws {
    var form = Before(metals: ["a": .gold])
    form.items = [Item(id: 1, name: "ring", kind: .gold)]
    try await saved(form)
    let session = try await opened()
    session.form.metals = ["b": .wood]
    session.form.items[0].kind = .iron
    session.form.items[0].name = "rings"
    try await session.flush()
    let values = try await stored()
    #expect(values["metals"] == ["b": "wood"])
    #expect(values["items"] == [["id": 1, "name": "rings", "kind": "iron"]])
    await session.close()
  }

  @Test("goes with its item, and an item that could not be made stays where it stood")
  func items() {
    let stored: DraftValue = [
      ["id": 1, "kind": "gold"], ["kind": "no id"], ["id": 3, "kind": "gold"],
    ]
    let then: DraftValue = [["id": 1, "kind": "wood"], ["id": 3, "kind": "wood"]]
    let schema = After.draftMapping.schema
    let kept = KeptValues(
      ["/items/0/kind", "/items/1", "/items/2/kind"],
      stored: DraftSnapshot(values: ["items": stored]),
      form: DraftSnapshot(values: ["items": then]), schema: schema)
    func restored(_ now: DraftValue) -> DraftValue? {
      var snapshot = DraftSnapshot(values: ["items": now])
      kept.restore(in: &snapshot)
      return snapshot.values["items"]
    }
    #expect(restored(then) == stored)
    #expect(
      restored([["id": 3, "kind": "wood"]]) == [["id": 3, "kind": "gold"], ["kind": "no id"]])
    #expect(
      restored([["id": 3, "kind": "iron"], ["id": 1, "kind": "wood"]])
        == [["id": 3, "kind": "iron"], ["kind": "no id"], ["id": 1, "kind": "gold"]])
  }
}
