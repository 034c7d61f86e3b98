import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Field report 17: what a form held before a draft was brought into it is in the draft's history.
@Suite("What a form held before a restore")
@MainActor
struct DisplacedFormTests {
  private let desk: SessionDesk
  private let old = DraftBaseline("v3", values: ["name": "Ana", "count": 1])
  private let new = DraftBaseline("v5", values: ["name": "Ana Maria", "count": 7])
  private let record = Visit(name: "Ana Maria", count: 7)

  init() throws { desk = try SessionDesk() }

  /// A draft of the record as it was, and what it holds.
  private func begin() async throws -> (DraftID, Visit) {
    let session = desk.session(Visit(name: "Ana", count: 1), baseline: old)
    try await session.open()
    session.form.notes = "from the draft"
    try await session.flush()
    let draft = try #require(session.draft)
    await session.close()
    return (draft, session.form)
  }

  /// A session on the record as it is now, with the old draft in it.
  private func resumed() async throws -> DraftSession<Visit> {
    let session = desk.session(record, baseline: new)
    try await session.open()
    session.resume()
    return session
  }

  /// A session of another process, later.
  private func restarted<Form: DraftForm>(
    _ form: Form
  ) async throws -> (DraftStore, DraftSession<Form>) {
    let store = desk.folder.store(desk.time.environment)
    let session = DraftSession(form, in: store, owner: desk.owner, options: desk.options)
    try await session.open()
    session.resume()
    return (store, session)
  }

  private func goBack(_ form: Visit, in session: DraftSession<Visit>) async throws {
    let points = try await session.savePoints()
    let before = try #require(points.first { $0.reason == .beforeRestore })
    try await session.goBack(to: before.revision)
    #expect(session.form == form)
  }

  @Test("can be gone back to after a restart", arguments: [false, true])
  func restart(isEdited: Bool) async throws {
    let (draft, stored) = try await begin()
    let session = try await resumed()
    #expect(session.form == stored)
    if isEdited { session.form.nickname = "M" }
    session.title = "a visit"
    if isEdited { try await session.flush() } else { try await session.goBack(to: 1) }
    #expect(await desk.stored(draft)?.notes == "from the draft")
    #expect(await desk.stored(draft)?.nickname == (isEdited ? "M" : nil))
    await session.close()
    await desk.store.close()

    let (store, later) = try await restarted(Visit())
    let points = try await later.savePoints()
    #expect(points.map(\.reason).contains(.beforeRestore))
    #expect(points.allSatisfy { !$0.isDamaged })
    try await goBack(record, in: later)
    #expect(await desk.stored(draft) == record)
    // And the draft as it was before the restore.
    let first = try #require(try await later.savePoints().last)
    #expect(first.reason == .restore && first.revision == 1)
    try await later.goBack(to: 1)
    #expect(later.form == stored)
    await later.close()
    #expect(try await store.list(verifying: true).allSatisfy(\.isIntact))
    await store.close()
  }

  @Test("is kept by a save that cannot wait, and once only")
  func blocking() async throws {
    let (_, stored) = try await begin()
    for round in 1...3 {
      let session = try await resumed()
      session.form.nickname = "\(round)"
      try session.saveBlocking(deadline: .seconds(20))
      session.form.count = round
      try await session.flush()
      #expect(session.form.notes == stored.notes)
      let reasons = try await session.savePoints().map(\.reason)
      #expect(reasons.count(where: { $0 == .beforeRestore }) == 1)
      await session.close()
    }
    let session = try await resumed()
    try await goBack(record, in: session)
    await session.close()
  }

  @Test("is kept when the record is brought together with the draft")
  func merged() async throws {
    let (draft, _) = try await begin()
    let session = desk.session(record, baseline: new)
    try await session.open()
    session.form.nickname = "typed before"
    session.resume(mergingRecord: true)
    try await session.flush()
    let merged = Visit(
      notes: "from the draft", name: "Ana Maria", count: 7, nickname: "typed before")
    #expect(await desk.stored(draft) == merged)
    try await goBack(
      Visit(name: "Ana Maria", count: 7, nickname: "typed before"), in: session)
    await session.close()
  }

  @Test("is kept when another writer came in between")
  func conflict() async throws {
    let (draft, stored) = try await begin()
    let session = try await resumed()
    let other = desk.folder.store(desk.time.environment)
    let theirs = DraftSession(
      Visit(name: "Ana", count: 1), in: other, owner: desk.owner, draft: draft, baseline: old,
      options: desk.options)
    try await theirs.open()
    theirs.form.notes = "theirs"
    try await theirs.flush()
    await theirs.close()
    session.form.nickname = "M"
    try await session.flush()
    #expect(session.state.name == "saved")
    #expect(await desk.stored(draft)?.notes == "theirs")
    #expect(await desk.stored(draft)?.name == stored.name)
    try await goBack(record, in: session)
    await session.close()
    await other.close()
  }

  @Test("is nothing for a new form, whatever its fields begin with")
  func fresh() async throws {
    let session = try await desk.opened()
    session.form.name = "Ana"
    session.form.count = 5
    try await session.flush()
    await session.close()
    let later = try await desk.opened()
    later.form.notes = "more"
    try await later.flush()
    #expect(try await later.savePoints().map(\.reason) == [.restore])
    await later.close()
  }

  @Test("comes back with an undo, and the draft has what was edited since")
  func undone() async throws {
    let (draft, _) = try await begin()
    let session = try await resumed()
    session.form.nickname = "of the draft"
    session.undoRestore()
    #expect(session.state.sentence == "Nothing to save.")
    #expect(session.form == record)
    await desk.pass(5_000, session)
    #expect(try await desk.summaries().map(\.id) == [draft])
    #expect(await desk.stored(draft)?.nickname == "of the draft")
    session.form.nickname = "of the record"
    #expect(session.state.sentence == "Not saved yet.")
    try await session.flush()
    #expect(session.draft != draft)
    #expect(await desk.stored(session.draft)?.nickname == "of the record")
    await session.close()
  }

  @Test("An undo after edits says that they are not saved")
  func undoneWithEdits() async throws {
    _ = try await begin()
    let session = desk.session(record, baseline: new)
    try await session.open()
    session.form.nickname = "typed before"
    session.resume()
    session.undoRestore()
    #expect(session.state.sentence == "Not saved yet.")
    #expect(session.form.nickname == "typed before")
    await session.close()
  }

  @Test("holds nothing that repeats a secret that was typed later")
  func laterSecret() async throws {
    let (draft, _) = try await begin()
    var form = record
    form.nickname = "correct horse"
    let session = desk.session(form, baseline: new)
    try await session.open()
    session.resume()
    session.form.password = "correct horse"
    try await session.flush()
    let before = try #require(
      try await session.savePoints().first { $0.reason == .beforeRestore })
    try await session.goBack(to: before.revision)
    #expect(await desk.stored(draft)?.nickname == nil)
    #expect(await desk.stored(draft)?.name == record.name)
    await session.close()
  }

  @Test("holds no secret, and nothing that repeats one")
  func secret() async throws {
    let (draft, _) = try await begin()
    var form = record
    (form.password, form.nickname) = ("correct horse", "correct horse")
    let session = desk.session(form, baseline: new)
    try await session.open()
    session.resume()
    session.form.notes = "more"
    try await session.flush()
    let before = try #require(
      try await session.savePoints().first { $0.reason == .beforeRestore })
    try await session.goBack(to: before.revision)
    let visit = await desk.stored(draft)
    #expect(visit?.name == record.name)
    #expect(visit?.password == "")
    #expect(visit?.nickname == nil)
    await session.close()
  }
}
