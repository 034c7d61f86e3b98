import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Two writers of one draft")
@MainActor
struct SessionConflictTests {
  /// Two sessions on one draft, each with a store of its own, as two processes have.
  private struct Two {
    let desk: SessionDesk
    let one: DraftSession<Visit>
    let two: DraftSession<Visit>
    let stores: [DraftStore]

    func close() async {
      await one.close()
      await two.close()
      for store in stores { await store.close() }
    }
  }

  private func two(_ policy: ConflictPolicy) async throws -> Two {
    let desk = try SessionDesk()
    desk.options.conflicts = policy
    let one = try await desk.opened()
    one.form = Visit(notes: "long", name: "Ana")
    try await one.flush()
    let other = desk.folder.store(desk.time.environment)
    let two = try await desk.opened(in: other, draft: one.draft)
    #expect(two.form == one.form)
    return Two(desk: desk, one: one, two: two, stores: [other])
  }

  @Test("What does not overlap is merged, in the store and in the form")
  func merging() async throws {
    let both = try await two(.ask)
    both.one.form.notes = "from one"
    both.two.form.name = "from two"
    try await both.one.flush()
    let receipt = try await both.two.flush()
    #expect(receipt?.revision == 3)
    let merged = Visit(notes: "from one", name: "from two")
    #expect(both.two.form == merged)
    #expect(await both.desk.stored() == merged)
    both.one.form.count = 7
    try await both.one.flush()
    #expect(both.one.form == Visit(notes: "from one", name: "from two", count: 7))
    await both.close()
  }

  // Field report 21.
  @Test(
    "What overlaps is asked about, and neither text is lost while nobody answers")
  func asking() async throws {
    let both = try await two(.ask)
    both.two.form.notes = String(repeating: "word ", count: 2_000)
    try await both.two.flush()
    both.one.form.notes = "mine"
    both.one.form.count = 1
    await both.desk.pass(500, both.one)
    guard case .conflict(let conflict) = both.one.state else {
      Issue.record("no conflict: \(both.one.state.name)")
      return
    }
    #expect(conflict.fields.map(\.path) == ["notes"])
    both.one.form.notes = "mine, and more"
    await both.desk.pass(500, both.one)
    #expect(both.one.state.name == "conflict")
    #expect(both.one.form.notes == "mine, and more")
    #expect(await both.desk.stored(both.one.draft)?.notes == both.two.form.notes)
    let fork = try #require(try await both.desk.summaries().first { $0.id != both.one.draft })
    #expect(fork.parent == both.one.draft)
    #expect(await both.desk.stored(fork.id)?.notes == "mine, and more")

    try await both.one.resolve(.mine)
    #expect(both.one.state.name == "saved")
    #expect(await both.desk.stored(both.one.draft) == both.one.form)
    #expect(both.one.form == Visit(notes: "mine, and more", name: "Ana", count: 1))
    #expect(try await both.desk.summaries().count == 1, "all of the fork is in the draft")
    let points = try await both.one.savePoints()
    #expect(points.contains { $0.revision == conflict.theirRevision })
    await both.close()
  }

  @Test("Theirs can be taken for a field; what lost stays as a draft with a parent")
  func theirs() async throws {
    let both = try await two(.ask)
    both.two.form.notes = "theirs"
    both.two.form.name = "Theo"
    try await both.two.flush()
    both.one.form.notes = "mine"
    both.one.form.name = "Mia"
    try await both.one.flush()
    #expect(both.one.state.name == "conflict")
    try await both.one.resolve(.mine, except: ["notes": .theirs])
    #expect(both.one.form == Visit(notes: "theirs", name: "Mia"))
    #expect(await both.desk.stored(both.one.draft) == both.one.form)
    let fork = try #require(try await both.desk.summaries().first { $0.id != both.one.draft })
    #expect(await both.desk.stored(fork.id) == Visit(notes: "mine", name: "Mia"))
    await both.close()
  }

  @Test(
    "A policy decides without asking, and keeps what lost", arguments: [true, false])
  func policies(takesMine: Bool) async throws {
    let both = try await two(takesMine ? .mine : .theirs)
    both.two.form.notes = "theirs"
    try await both.two.flush()
    both.one.form.notes = "mine"
    try await both.one.flush()
    #expect(both.one.state.name == "saved")
    #expect(both.one.form.notes == (takesMine ? "mine" : "theirs"))
    #expect(await both.desk.stored(both.one.draft)?.notes == both.one.form.notes)
    let others = try await both.desk.summaries().filter { $0.id != both.one.draft }
    if takesMine {
      #expect(others.isEmpty)
      #expect(try await !both.one.savePoints().isEmpty)
    } else {
      #expect(await both.desk.stored(others.first?.id)?.notes == "mine")
      #expect(others.first?.parent == both.one.draft)
    }
    await both.close()
  }

  // Field reports 5 and 23.
  @Test("Two who type in different fields in any rhythm end with the same form")
  func random() async throws {
    var random = Seeded(21)
    let both = try await two(.ask)
    for number in 1...60 {
      if Bool.random(using: &random) {
        both.one.form.notes = "\(number)"
      } else {
        both.two.form.name = "\(number)"
      }
      await both.desk.clock.advance(
        by: .milliseconds(Int.random(in: 0...700, using: &random)))
      if Int.random(in: 0..<4, using: &random) == 0 { await both.one.settled() }
      if Int.random(in: 0..<4, using: &random) == 0 { await both.two.settled() }
    }
    await both.desk.pass(5_000, both.one, both.two)
    let stored = await both.desk.stored(both.one.draft)
    #expect(stored?.notes == both.one.form.notes)
    #expect(stored?.name == both.two.form.name)
    #expect(try await both.desk.summaries().count == 1)
    await both.close()
  }

  // Field report 27.
  @Test("A second view that edits nothing leaves the draft alone")
  func viewer() async throws {
    let both = try await two(.ask)
    let viewer = try await both.desk.opened(Visit(name: "published"), in: both.stores[0])
    await both.desk.pass(5_000, viewer)
    await viewer.close()
    #expect(try await both.desk.summaries().map(\.revision) == [1])
    await both.close()
  }

  @Test("Discarding while it is asked about takes this session's text, and can bring it back")
  func discarding() async throws {
    let both = try await two(.ask)
    both.two.form.notes = "theirs"
    try await both.two.flush()
    both.one.form.notes = "mine"
    _ = try? await both.one.flush()
    let contested = try #require(both.one.draft)
    let id = try #require(try await both.one.discard(undoFor: .seconds(60)))
    #expect(id != contested)
    #expect(try await both.desk.store.undoDiscard(id))
    #expect(await both.desk.stored(contested)?.notes == "theirs")
    #expect(await both.desk.stored(id)?.notes == "mine")
    await both.close()
  }

  @Test("A conflict at the last moment makes the text a draft of its own")
  func blocking() async throws {
    let both = try await two(.ask)
    both.two.form.notes = "theirs"
    try await both.two.flush()
    both.one.form.notes = "mine"
    let error = await failure { try both.one.saveBlocking(deadline: .seconds(20)) }
    #expect(error?.code == .conflict)
    #expect(error?.hint?.contains("in a draft of its own now") == true)
    let fork = try #require(try await both.desk.summaries().first { $0.id != both.one.draft })
    #expect(await both.desk.stored(fork.id)?.notes == "mine")
    #expect(await both.desk.stored(both.one.draft)?.notes == "theirs")
    await both.close()
  }

  @Test(
    "Going back brings an earlier state into store and form, and can be undone")
  func goingBack() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "first"
    try await session.flush()
    let id = try #require(session.draft)
    _ = try await desk.store.savePoint(of: id)
    session.form.name = "second"
    try await session.flush()
    session.form.name = "third"
    try await session.goBack(to: 1)
    #expect(session.form.name == "first")
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "first")
    await desk.pass(5_000, session)
    #expect(await desk.stored()?.name == "first")
    let last = try #require(try await session.savePoints().first)
    try await session.goBack(to: last.revision)
    #expect(session.form.name == "third")
    await session.close()
  }
}
