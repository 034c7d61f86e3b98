import Foundation
import FormDraftsTesting
import Testing

@testable import FormDrafts

/// A form with a list in a list, each of whose items has an identity.
private struct Order: DraftForm, Equatable {
  struct Part: Equatable {
    var id = 0
    var note = ""
  }

  struct Line: Equatable {
    var id = ""
    var text = ""
    var parts: [Part] = []
  }

  var name = ""
  var lines: [Line] = []

  static let draftMapping = DraftMapping<Self>("order") {
    DraftField("name", \.name)
    DraftList("lines", \.lines, id: \.id, new: { Line(id: $0) }) {
      DraftField("text", \.text)
      DraftList("parts", \.parts, id: \.id, new: { Part(id: $0) }) {
        DraftField("note", \.note)
      }
    }
  }
}

@Suite("Visits and focus inside the items of a list")
@MainActor
struct ItemMarkTests {
  private let desk: SessionDesk

  init() throws { desk = try SessionDesk() }

  private func opened(
    _ form: Order = Order(), in store: DraftStore? = nil
  ) async throws -> DraftSession<Order> {
    let session = DraftSession(
      form, in: store ?? desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    return session
  }

  private func lines(_ ids: String...) -> [Order.Line] {
    ids.map { Order.Line(id: $0, text: $0, parts: [.init(id: 1), .init(id: 2)]) }
  }

  private func stored() async throws -> DraftSnapshot {
    let key = DraftKey("order", owner: desk.owner)
    let answer = await desk.store.restore(key, schema: Order.draftMapping.schema)
    return try #require(answer.draft).snapshot
  }

  @Test("go with the item, in the session and in what is stored")
  func moves() async throws {
    let session = try await opened(Order(lines: lines("a", "b", "c")))
    session.touch("/lines/2/text")
    session.touch("/lines/2/parts/1/note")
    session.touch("/name")
    session.focus = "/lines/1/text"
    session.form.lines.removeFirst()
    #expect(session.touched == ["/lines/1/text", "/lines/1/parts/1/note", "/name"])
    #expect(session.focus == "/lines/0/text")
    try await session.flush()
    #expect(try await stored().touched == session.touched)
    #expect(try await stored().focus == "/lines/0/text")
    session.form.lines.append(Order.Line(id: "d"))
    session.form.lines[1].parts.swapAt(0, 1)
    #expect(session.touched == ["/lines/1/text", "/lines/1/parts/0/note", "/name"])
    session.touch("/lines/1/text")
    session.form.lines.swapAt(0, 1)
    try await session.flush()
    #expect(try await stored().touched == ["/lines/0/text", "/lines/0/parts/0/note", "/name"])
    await session.close()

    let again = try await opened()
    #expect(again.touched == ["/lines/0/text", "/lines/0/parts/0/note", "/name"])
    #expect(again.focus == "/lines/1/text")
    again.form.lines.reverse()
    #expect(again.touched == ["/lines/2/text", "/lines/2/parts/0/note", "/name"])
    #expect(again.focus == "/lines/1/text")
    await again.close()
  }

  @Test("go when the item goes, and are back with it")
  func removal() async throws {
    let session = try await opened(Order(lines: lines("a", "b")))
    session.touch("/lines/0/text")
    session.focus = "/lines/0/text"
    let item = session.form.lines.removeFirst()
    #expect(session.touched.isEmpty)
    #expect(session.focus == nil)
    try await session.flush()
    #expect(try await stored().touched.isEmpty)
    session.form.lines.append(item)
    #expect(session.touched == ["/lines/1/text"])
    await session.close()
  }

  @Test("go with the item when another window moves it")
  func merge() async throws {
    let mine = try await opened(Order(lines: lines("a", "b")))
    mine.form.name = "first"
    mine.touch("/lines/0/text")
    try await mine.flush()
    let store = desk.folder.store()
    let theirs = DraftSession(
      Order(), in: store, owner: desk.owner, draft: mine.draft, options: desk.options)
    try await theirs.open()
    theirs.form.lines.reverse()
    try await theirs.flush()
    #expect(theirs.touched == ["/lines/1/text"])
    mine.form.name = "mine"
    try await mine.flush()
    #expect(mine.form.lines.map(\.id) == ["b", "a"])
    #expect(mine.touched == ["/lines/1/text"])
    #expect(try await stored().touched == ["/lines/1/text"])
    await theirs.close()
    await store.close()
    await mine.close()
  }

  @Test("stay at their positions where two items say they are the same, or there is no such item")
  func positions() {
    let identities = ItemIdentities(of: Order.draftMapping.schema)
    let values: DraftObject = ["lines": [["id": "a"], ["id": "a"], ["id": "b"], ["text": "x"]]]
    var before = ItemIndex(values, identities)
    let paths = ["/lines/0/text", "/lines/2/text", "/lines/3/text", "/lines/9", "/lines/x", "/"]
    let marks = paths.map { before.place(at: FieldPath(uncheckedPointer: $0)) }
    #expect(marks.map(\.isInItem) == [false, true, false, false, false, false])
    let moved: DraftObject = ["lines": [["id": "b"], ["id": "a"]]]
    var after = ItemIndex(moved, identities)
    #expect(
      marks.map { after.path(of: $0)?.pointer } == [
        "/lines/0/text", "/lines/0/text", "/lines/3/text", "/lines/9", "/lines/x", "/",
      ])
  }
}
