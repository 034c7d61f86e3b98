import Testing

@testable import FormDrafts

@Suite("Opening a session on a record that went on")
@MainActor
struct OpeningRecordTests {
  // Field report 17.
  @Test("A draft of an older record is asked about, and bringing it back can be undone")
  func olderRecord() async throws {
    let desk = try SessionDesk()
    let old = DraftBaseline("v3", values: ["name": "Ana", "count": 1])
    let begun = desk.session(Visit(name: "Ana", count: 1), baseline: old)
    try await begun.open()
    begun.form.notes = "from the draft"
    try await begun.flush()
    await begun.close()

    let new = DraftBaseline("v5", values: ["name": "Ana Maria", "count": 1])
    let session = desk.session(Visit(name: "Ana Maria", count: 1), baseline: new)
    let answer = try await session.open()
    #expect(session.state.name == "asking")
    #expect(answer.facts?.recordChange != nil)
    #expect(session.form.name == "Ana Maria")
    session.resume()
    #expect(session.form == Visit(notes: "from the draft", name: "Ana", count: 1))
    session.undoRestore()
    #expect(session.form == Visit(name: "Ana Maria", count: 1))
    await desk.pass(500, session)
    #expect(await desk.stored(begun.draft)?.notes == "from the draft")
    await session.close()
  }

  // Field report 19.
  @Test(
    "A draft and a record that went on apart can be brought together", arguments: [false, true])
  func mergedRecord(isConflict: Bool) async throws {
    let desk = try SessionDesk()
    let begun = desk.session(
      Visit(name: "1", count: 1), baseline: DraftBaseline("v1", values: ["name": "1", "count": 1]))
    try await begun.open()
    begun.form.name = "2"
    try await begun.flush()
    await begun.close()

    let theirs = isConflict ? "5" : "1"
    let record = DraftBaseline("v2", values: ["name": .text(theirs), "count": 3])
    let session = desk.session(Visit(name: theirs, count: 3), baseline: record)
    let answer = try await session.open()
    #expect(session.state.name == "asking")
    let fields = try #require(answer.facts?.recordChange?.fields)
    let sides = Dictionary(uniqueKeysWithValues: fields.map { ($0.path, $0.side) })
    #expect(sides["name"] == (isConflict ? .conflict : .draft))
    #expect(sides["count"] == .record)
    session.resume(mergingRecord: true)
    #expect(session.form == Visit(name: "2", count: 3))
    await desk.pass(500, session)
    #expect(await desk.stored() == Visit(name: "2", count: 3))
    await session.close()
  }
}
