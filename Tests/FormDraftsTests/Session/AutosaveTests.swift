import FormDraftsTesting
import Observation
import Testing

@testable import FormDrafts

@Suite("Autosave")
@MainActor
struct AutosaveTests {
  @Test("An edit is saved half a second later, and not before")
  func debounce() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    #expect(session.state.name == "idle")
    session.form.name = "Ana"
    #expect(session.state.name == "editing")
    await desk.pass(499, session)
    #expect(try await desk.summaries().isEmpty)
    await desk.pass(1, session)
    #expect(session.state.name == "saved")
    #expect(await desk.stored()?.name == "Ana")
    #expect(session.draft != nil)
    await session.close()
  }

  // Field report 3.
  @Test("Somebody who never stops typing is at most the maximum wait behind")
  func steadyTypist() async throws {
    let desk = try SessionDesk()
    desk.options.maximumWait = .seconds(2)
    let session = try await desk.opened()
    for count in 1...100 {
      session.form.count = count
      await desk.pass(100, session)
      if count >= 20 {
        let behind = count - (await desk.stored()?.count ?? 0)
        #expect(behind <= 20, "\(behind) edits behind after \(count)")
      }
    }
    let revision = try #require(try await desk.summaries().first?.revision.rawValue)
    #expect(revision == 5, "ten seconds of typing are five saves, not \(revision)")
    await session.close()
  }

  // Field report 5.
  @Test(
    "After any rhythm of edits and reads, quiet brings the disk up to memory", arguments: 1...20)
  func rhythms(seed: UInt64) async throws {
    var random = Seeded(seed)
    let gaps = [0, 150, 495, 500, 505, 850]
    for round in 0..<10 {
      let desk = try SessionDesk()
      let session = try await desk.opened()
      for edit in 1...30 {
        session.form.count = edit * 100 + round
        if Int.random(in: 0..<5, using: &random) == 0 { _ = await desk.stored() }
        if Int.random(in: 0..<9, using: &random) == 0 { try await session.flush() }
        await desk.clock.advance(by: .milliseconds(gaps.randomElement(using: &random) ?? 0))
        if Bool.random(using: &random) { await session.settled() }
      }
      await desk.pass(1_000, session)
      #expect(await desk.stored() == session.form, "round \(round)")
      #expect(session.state.name == "saved")
      await session.close()
    }
  }

  // Field report 7.
  @Test("Saves asked for one after the other land in that order, a blocking one too")
  func order() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    for round in 1...20 {
      session.form.notes = String(repeating: "x", count: 1_000_000) + "\(round)"
      let first = Task { @MainActor in try await session.flush() }
      await Task.yield()  // the first is on its way to the store
      session.form.notes = "short \(round)"
      if round % 2 == 0 { try session.saveBlocking(deadline: .seconds(20)) }
      try await session.flush()
      _ = try await first.value
      #expect(await desk.stored()?.notes == "short \(round)")
    }
    await session.close()
  }

  @Test("A keystroke reads no field; a save reads each once")
  func keystroke() async throws {
    let desk = try SessionDesk()
    let captures = Guarded(0)
    let mapping = DraftMapping<Visit>(Visit.draftMapping.schema) { form in
      captures.withValue { $0 += 1 }
      return Visit.draftMapping.snapshot(of: form)
    } populate: { snapshot, form in
      Visit.draftMapping.populate(&form, from: snapshot)
    }
    let session = DraftSession(
      Visit(), mapping, in: desk.store, owner: desk.owner, options: desk.options)
    try await session.open()
    let before = captures.withValue { $0 }
    for count in 0..<1_000 { session.form.count = count }
    #expect(captures.withValue { $0 } == before)
    await desk.clock.advance(by: .milliseconds(500))
    await session.settled()
    #expect(captures.withValue { $0 } == before + 1)
    #expect(await desk.stored()?.count == 999)
    await session.close()
  }

  // Field report 123.
  @Test("Opening and closing writes nothing, and neither does typing and deleting")
  func nothingToSay() async throws {
    let desk = try SessionDesk()
    for _ in 0..<20 {
      let session = try await desk.opened()
      await desk.pass(2_000, session)
      await session.close()
    }
    let session = try await desk.opened()
    session.form.name = "a"
    session.form.name = ""
    session.touch(\.name)
    session.focus = "name"
    await desk.pass(5_000, session)
    #expect(session.state.name == "idle")
    await session.close()
    #expect(try await desk.store.list().isEmpty)
  }

  @Test("A draft that is back to its beginning is kept, or goes if the app says so")
  func backToTheBeginning() async throws {
    let desk = try SessionDesk()
    for discards in [false, true] {
      desk.options.whenUnchanged = discards ? .discard : .keep
      let session = try await desk.opened()
      session.form = Visit(name: "a")
      try await session.flush()
      session.form = Visit()
      try await session.flush()
      #expect(try await desk.summaries().count == (discards ? 0 : 1))
      #expect(session.state.ending == nil)
      session.form.name = "b"
      try await session.flush()
      #expect(await desk.stored()?.name == "b")
      await session.close()
      if let id = session.draft { try await desk.store.discard(id) }
    }
  }

  @Test("A step, a visit and a focus are saved with the answers")
  func marks() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "Ana"
    session.step = "contact"
    session.skippedSteps = ["extras"]
    session.touch(\.name)
    session.touch("notes")
    session.focus = "notes"
    #expect(session.dirty == ["name"])
    try await session.flush()
    let draft = try #require(
      await desk.store.restore(desk.key, schema: nil).draft)
    #expect(draft.snapshot.step == "contact")
    #expect(draft.snapshot.skippedSteps == ["extras"])
    #expect(draft.snapshot.touched == ["name", "notes"])
    #expect(draft.snapshot.dirty == ["name"])
    #expect(draft.snapshot.focus == "notes")
    await session.close()
  }

  @Test("A session that nobody holds any more saves what was edited")
  func lettingGo() async throws {
    let desk = try SessionDesk()
    var session: DraftSession<Visit>? = try await desk.opened()
    session?.form.name = "Ana"
    weak let watched = session
    session = nil
    await desk.clock.advance(by: .milliseconds(500))
    await until { watched == nil }
    let stored = await desk.stored()
    #expect(stored?.name == "Ana")
  }

  @Test("A blocking save that finds nothing to write says so")
  func blockingWithoutChange() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    session.form.name = "A"
    session.form.name = ""
    #expect(try session.saveBlocking(deadline: .seconds(60)) == nil)
    #expect(session.state.name == "idle")
    session.form.name = "Ana"
    let receipt = try #require(try await session.flush())
    session.form.name = "B"
    session.form.name = "Ana"
    #expect(session.state.name == "editing")
    #expect(try session.saveBlocking(deadline: .seconds(60))?.revision == receipt.revision)
    #expect(session.state.name == "saved")
    await session.close()
  }

  // Field report 9.
  @Test("A flush survives power loss where a save alone does not")
  func durability() async throws {
    let folder = try StoreFolder()
    let desk = try SessionDesk(folder)
    let store = folder.store(.init(synchronisation: .normal))
    let session = try await desk.opened(in: store)
    session.form.name = "Ana"
    await desk.pass(500, session)
    guard case .saved(let receipt) = session.state else {
      Issue.record("not saved: \(session.state.name)")
      return
    }
    #expect(receipt.durability == .survivesKill)
    #expect(try await session.flush()?.durability == .survivesPowerLoss)
    session.form.name = "Ana Maria"
    #expect(try session.saveBlocking(deadline: .seconds(60))?.durability == .survivesPowerLoss)
    await session.close()
    await store.close()
  }

  @Test("Observers of the form and of the state are told")
  func observation() async throws {
    let desk = try SessionDesk()
    let session = try await desk.opened()
    let told = Guarded<[String]>([])
    func watch(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { told.withValue { $0.append(name) } }
    }
    watch("form") { _ = session.form.name }
    watch("state") { _ = session.state }
    watch("step") { _ = session.step }
    session.form.name = "Ana"
    #expect(told.withValue { $0 }.sorted() == ["form", "state"])
    session.step = "two"
    #expect(told.withValue { $0 }.sorted() == ["form", "state", "step"])
    await session.close()
  }
}
