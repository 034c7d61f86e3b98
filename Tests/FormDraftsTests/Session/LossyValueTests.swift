import Foundation
import FormDraftsTesting
import Testing

@testable import FormDrafts

private let ids = ["6f1e3a52-9e0b-4c57-8b44-8d1d2f2b9c10", "6F1E3A52-9E0B-4C57-8B44-8D1D2F2B9C11"]

@Suite("A stored value of which the form's type reads less than it says")
@MainActor
struct LossyValueTests {
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  private static func point(_ x: Int, _ y: Int, _ z: Int) -> DraftValue {
    ["x": DraftValue(x), "y": DraftValue(y), "z": DraftValue(z)]
  }

  private static let first: DraftValue = [
    "id": .text(ids[0]), "name": "one", "point": point(1, 1, 1),
    "login": ["user": "ana", "since": 2019],
  ]
  private static let second: DraftValue = [
    "id": .text(ids[1]), "name": "two", "point": point(2, 2, 2), "login": ["user": "bo"],
  ]
  /// As another version of the app has saved it.
  private static let values: DraftObject = [
    "name": "", "point": point(1, 2, 3), "points": [point(4, 5, 6)],
    "map": ["b": point(7, 8, 9), "a": ["y": 1, "x": 2]], "tags": ["b", "a", "b"],
    "price": .number(literal: "1.50"), "when": "2026-11-30T02:46:10Z",
    "place": ["link": "http://exämple.org/a b", "point": point(3, 2, 1)],
    "stops": [first, second],
  ]

  private func saved(_ values: DraftObject = values) async throws {
    try await desk.store.save(
      DraftSnapshot(values: values), schema: Tour.draftMapping.schema, key: desk.key)
  }

  private func opened(_ form: Tour = Tour()) async throws -> DraftSession<Tour> {
    let session = DraftSession(form, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    return session
  }

  private func stored() async throws -> DraftObject {
    let answer = await desk.store.restore(desk.key, schema: Tour.draftMapping.schema)
    return try #require(answer.draft).snapshot.values
  }

  /// What was saved, with some of it changed.
  private func expected(_ changes: [(String, DraftValue)]) -> DraftObject {
    var values = Self.values
    for (name, value) in changes { values[name] = value }
    return values
  }

  @Test("stays stored, byte for byte, while others are edited, and is no refused one")
  func others() async throws {
    try await saved()
    let session = try await opened()
    #expect(session.form.point == Tour.Point(x: 1, y: 2))
    #expect(session.form.points == [Tour.Point(x: 4, y: 5)])
    #expect(session.form.tags == ["a", "b"])
    #expect(session.form.price == 1.5)
    #expect(session.form.stops.map(\.point) == [Tour.Point(x: 1, y: 1), Tour.Point(x: 2, y: 2)])
    #expect(session.form.place.link == URL(string: "a:"))
    #expect(Set(session.refused.keys) == ["/place/link"])
    session.form.name = "edited"
    try await session.flush()
    #expect(try await stored() == expected([("name", "edited")]))
    await session.close()
    let again = try await opened()
    again.form.name = "again"
    try await again.flush()
    #expect(try await stored() == expected([("name", "again")]))
    await again.close()
  }

  @Test("makes no session look edited")
  func unedited() async throws {
    try await saved()
    let session = try await opened()
    #expect(session.state.name == "idle")
    #expect(try await session.flush() == nil)
    let summary = try #require(try await desk.summaries().first)
    #expect(summary.revision == 1)
    try await session.submit(accepting: { _ in false }) { _ in }
    #expect(try await desk.summaries().map(\.revision) == [summary.revision])
    #expect(try await stored() == Self.values)
    await session.close()
  }

  @Test("gives way to what is entered in its place, and only there")
  func edited() async throws {
    try await saved()
    let session = try await opened()
    session.form.point.x = 9
    session.form.tags.insert("c")
    session.form.place.point.y = 8
    session.form.stops[0].point = Tour.Point(x: 5, y: 5)
    session.form.stops[1].name = "2"
    try await session.flush()
    let values = try await stored()
    #expect(values["point"] == ["x": 9, "y": 2])
    #expect(values["tags"] == ["a", "b", "c"])
    #expect(
      values["place"] == ["link": "http://exämple.org/a b", "point": ["x": 3, "y": 8]])
    #expect(
      values["stops"] == [
        Self.first.with("point", ["x": 5, "y": 5]), Self.second.with("name", "2"),
      ])
    #expect(values["map"] == Self.values["map"])
    await session.close()
  }

  @Test("goes with its item, wherever that moves, also where its identity is spelled otherwise")
  func items() async throws {
    try await saved()
    let session = try await opened()
    session.form.stops.swapAt(0, 1)
    let new = try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))
    session.form.stops.insert(Tour.Stop(id: new, point: Tour.Point(x: 1, y: 1)), at: 0)
    try await session.flush()
    let added: DraftValue = [
      "id": .text(new.uuidString), "name": "", "point": ["x": 1, "y": 1], "login": ["user": ""],
    ]
    #expect(try await stored()["stops"] == [added, Self.second, Self.first])
    session.form.stops.remove(at: 1)
    try await session.flush()
    #expect(try await stored()["stops"] == [added, Self.first])
    await session.close()
  }

  @Test("comes back with an earlier state")
  func goBack() async throws {
    try await saved()
    let session = try await opened()
    session.form.point = Tour.Point(x: 9, y: 9)
    session.form.stops[0].point.x = 9
    try await session.flush()
    let point = try #require(try await session.savePoints().last)
    try await session.goBack(to: point.revision)
    #expect(session.form.point == Tour.Point(x: 1, y: 2))
    #expect(session.state.name == "saved")
    session.form.name = "edited"
    try await session.flush()
    #expect(try await stored() == expected([("name", "edited")]))
    await session.close()
  }

  @Test("stays in the draft that an undone restore leaves, with the last edits")
  func undoRestore() async throws {
    try await saved()
    let session = try await opened()
    session.form.name = "edited"
    session.undoRestore()
    #expect(session.form == Tour())
    try await session.flush()
    #expect(session.draft == nil)
    #expect(try await stored() == expected([("name", "edited")]))
    await session.close()
  }

  @Test("is no change when two windows' saves are merged")
  func merge() async throws {
    try await saved()
    let mine = try await opened()
    let theirs = DraftSession(
      Tour(), in: desk.store, owner: desk.owner, draft: mine.draft, options: desk.options)
    try await theirs.open()
    theirs.form.point = Tour.Point(x: 9, y: 9)
    theirs.form.stops[0].name = "theirs"
    try await theirs.flush()
    mine.form.name = "mine"
    mine.form.stops[1].name = "mine"
    try await mine.flush()
    #expect(mine.state.name == "saved")
    #expect(mine.form.point == Tour.Point(x: 9, y: 9))
    let stops: DraftValue = [
      Self.first.with("name", "theirs"), Self.second.with("name", "mine"),
    ]
    let point: DraftValue = ["x": 9, "y": 9]
    #expect(
      try await stored() == expected([("name", "mine"), ("point", point), ("stops", stops)]))
    mine.form.name = "more"
    try await mine.flush()
    #expect(try await stored()["stops"] == stops)
    await mine.close()
    await theirs.close()
  }

  @Test("stays after a submit that failed, and in what is edited meanwhile")
  func failedSubmit() async throws {
    struct Offline: Error {}
    try await saved()
    let session = try await opened()
    session.form.name = "sent"
    await #expect(throws: Offline.self) {
      try await session.submit { _ in
        session.form.name = "meanwhile"
        try await session.flush()
        throw Offline()
      }
    }
    try await session.flush()
    #expect(try await stored() == expected([("name", "meanwhile")]))
    await session.close()
  }

  @Test(
    "brings no secret of the form's, and what repeats one stays out, as with a refused value",
    arguments: [["user": "bo", "since": 2020], ["user": 2020]] as [DraftObject])
  func secrets(stored login: DraftObject) async throws {
    let id = try #require(UUID(uuidString: ids[1]))
    var values = Self.values
    values["stops"] = [Self.second.with("login", .object(login))]
    try await saved(values)
    let own = Tour.Login(user: "me", password: "hunter-22")
    let session = try await opened(Tour(stops: [Tour.Stop(id: id, login: own)]))
    #expect(session.form.stops.map(\.login.password) == ["hunter-22"])
    session.form.name = "hunter-22"
    let receipt = try await session.flush()
    #expect(receipt?.withheld.contains("name") == true)
    #expect(try await stored()["name"] == nil)
    #expect(try await stored()["stops"] == values["stops"])
    session.form.stops[0].login.password = "correct horse"
    session.form.name = "hunter-22"
    try await session.flush()
    #expect(try await stored()["name"] == "hunter-22")
    #expect(
      try await stored()["stops"]
        == [Self.second.with("login", ["user": login["since"] == nil ? "me" : "bo"])])
    await session.close()
  }

  @Test("does not hide that the property cannot be encoded, and is never a secret's")
  func exceptions() {
    let schema = DraftSchema("form", fields: [.init("a", .text), .init("pin", .text)])
    let then: DraftObject = ["a": .unencodable, "pin": "1"]
    let kept = KeptValues(
      [FieldPath](), stored: DraftSnapshot(values: ["a": "x", "pin": "2"]),
      form: DraftSnapshot(values: then), schema: schema)
    var snapshot = DraftSnapshot(values: then)
    #expect(kept.restore(in: &snapshot).isEmpty)
    #expect(snapshot.values == then)
  }
}

extension DraftValue {
  /// An object with another value of one member.
  fileprivate func with(_ name: String, _ value: DraftValue) -> DraftValue {
    guard case .object(var object) = self else { return self }
    object[name] = value
    return .object(object)
  }
}
