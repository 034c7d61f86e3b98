import FormDraftsTesting
import Testing

@testable import FormDrafts

/// Several stores on one directory: each is what another process would be, with its own
/// connection and its own memory of what it saved.
@Suite struct OtherWritersTests {
  let schema = DraftSchema.texts("form", "a", "b", "number")
  let key = DraftKey("form", owner: "ana")

  private func snapshot(_ a: String, _ b: String? = nil) -> DraftSnapshot {
    var values: DraftObject = ["a": .text(a)]
    values["b"] = b.map(DraftValue.text)
    return DraftSnapshot(values: values)
  }

  @Test func `what a store remembers is not trusted after somebody else wrote`() async throws {
    let folder = try StoreFolder()
    let (mine, theirs) = (folder.store(), folder.store())
    let draft = try await mine.save(snapshot("1", "x"), schema: schema, key: key).draft
    for round in 0..<30 {
      try await theirs.save(
        snapshot("theirs \(round)"), schema: schema, key: key, draft: draft)
      // Just what this store saved last; but that is not what is there any more.
      let receipt = try await mine.save(snapshot("1", "x"), schema: schema, key: key, draft: draft)
      #expect(receipt.revision.rawValue == 3 + 2 * round)
      #expect(receipt.written == 2)
      let back = try await theirs.restored(key, schema: schema)
      #expect(back.snapshot == snapshot("1", "x"))
    }
    await mine.close()
    await theirs.close()
  }

  @Test func `a reader sees another's commit with its next read`() async throws {
    let folder = try StoreFolder()
    let (writer, reader) = (folder.store(), folder.store())
    let draft = try await writer.save(snapshot("0"), schema: schema, key: key).draft
    for round in 1...20 {
      try await writer.save(snapshot("\(round)"), schema: schema, key: key, draft: draft)
      let back = try await reader.restored(key, schema: schema)
      #expect(back.snapshot == snapshot("\(round)"))
      #expect(try await reader.list().first?.summary?.revision == .init(round + 1))
    }
    await writer.close()
    await reader.close()
  }

  /// Report 7: the order on disk is the order of the calls.
  @Test func `the older of two saves never wins`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let draft = try await store.save(snapshot("start"), schema: schema, key: key).draft
    let (schema, key) = (schema, key)
    let large = snapshot(String(repeating: "x", count: 4 << 20))
    let older = Task { try await store.save(large, schema: schema, key: key, draft: draft) }
    while try await store.summary(of: draft)?.revision != 2 { await Task.yield() }
    try await store.save(snapshot("small"), schema: schema, key: key, draft: draft)
    _ = try await older.value
    #expect(try await store.restored(key, schema: schema).snapshot == snapshot("small"))
    await store.close()
  }

  @Test func `with a revision each of many writers gets its turn and nothing is lost`()
    async throws
  {
    let folder = try StoreFolder()
    let stores = (0..<4).map { _ in folder.store() }
    let start = DraftSnapshot(values: ["number": 0])
    let draft = try await stores[0].save(start, schema: schema, key: key).draft
    let (schema, key) = (schema, key)
    let rounds = 12
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let store = stores[writer % stores.count]
          var done = 0
          while done < rounds {
            let draft = try await store.restored(key, schema: schema, draft: draft)
            guard case .number(let literal)? = draft.snapshot.values["number"],
              let number = Int(literal)
            else { throw TestFailure() }
            do {
              try await store.save(
                DraftSnapshot(values: ["number": DraftValue(number + 1)]), schema: schema,
                key: key, draft: draft.summary.id, basedOn: draft.summary.revision)
              done += 1
            } catch DraftError.Code.conflict {
              continue  // somebody was first: look again
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let back = try await stores[0].restored(key, schema: schema)
    #expect(back.snapshot.values == ["number": DraftValue(8 * rounds)])
    #expect(back.summary.revision.rawValue == 8 * rounds + 1)
    for store in stores { await store.close() }
  }

  @Test func `a call waits as long as it was told, and loses nothing by giving up`() async throws {
    let folder = try StoreFolder()
    let store = folder.store(DraftEnvironment(busyTimeout: .zero))
    let draft = try await store.save(snapshot("1"), schema: schema, key: key).draft
    let lock = try System.open(folder.files(of: "ana").lockFile)
    try #require(try lock.lock(milliseconds: 0))
    func save() async throws -> SaveReceipt {
      try await store.save(snapshot("2"), schema: schema, key: key, draft: draft)
    }
    #expect(await failure { _ = try await save() }?.code == .busy)
    #expect(await failure { try await store.purge(DraftFilter(owner: "ana")) }?.code == .busy)
    lock.unlock()
    #expect(try await save().revision.rawValue == 2)
    #expect(try await store.purge(DraftFilter(owner: "ana")).drafts == 1)
    await store.close()
  }

  @Test func `any waiting time is one that SQLite takes`() {
    func waiting(_ time: Duration) -> Int32 {
      DraftEnvironment(busyTimeout: time).busyMilliseconds
    }
    #expect(DraftEnvironment().busyMilliseconds == 5_000)
    #expect(waiting(.milliseconds(250)) == 250)
    #expect(waiting(.seconds(-1)) == 0)
    #expect(waiting(.seconds(Int64.max)) == .max)
  }

  /// Report 131: contention waits, and never shows as an error.
  @Test func `many writers of many drafts lose nothing and see no busy store`() async throws {
    let folder = try StoreFolder()
    let schema = schema
    let counts = try await withThrowingTaskGroup(of: (Int, DraftID, Int).self) { group in
      for writer in 0..<6 {
        group.addTask {
          let store = folder.store()
          let key = DraftKey("form", owner: writer < 4 ? "shared" : .nobody)
          var draft: DraftID?
          for round in 0..<25 {
            let values: DraftObject = ["a": .text("\(writer)"), "number": DraftValue(round)]
            let receipt = try await store.save(
              DraftSnapshot(values: values), schema: schema, key: key, draft: draft)
            #expect(receipt.revision.rawValue == round + 1)
            draft = receipt.draft
            if round % 5 == 0 { _ = try await store.list() }
            if round % 10 == 9 { await store.close() }
          }
          await store.close()
          return (writer, try #require(draft), 24)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let store = folder.store()
    for (writer, draft, last) in counts {
      guard case .restored(let back) = await store.restore(draft) else { throw TestFailure() }
      #expect(back.snapshot.values == ["a": .text("\(writer)"), "number": DraftValue(last)])
    }
    #expect(try await store.list(verifying: true).filter(\.isIntact).count == 6)
    await store.close()
  }

  @Test("Eight stores may make one directory at once", arguments: 0..<6)
  func creationRace(round: Int) async throws {
    let folder = try StoreFolder()
    let schema = schema
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let store = folder.store()
          let owner: DraftOwner = round % 2 == 0 ? "one" : .account("owner \(writer % 3)")
          try await store.save(
            DraftSnapshot(values: ["a": .text("\(writer)")]), schema: schema,
            key: DraftKey("form", owner: owner))
          await store.close()
        }
      }
      try await group.waitForAll()
    }
    let store = folder.store()
    let texts = try await store.list().compactMap(\.summary?.id)
    #expect(texts.count == 8)
    #expect(try FileTree.files(in: folder.path).allSatisfy { !$0.contains(".new") })
    await store.close()
  }

  @Test func `sixty owners need no sixty open files`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    for number in 0..<60 {
      try await store.save(
        snapshot("\(number)"), schema: schema,
        key: DraftKey("form", owner: .account("owner \(number)")))
    }
    #expect(try await store.list().count == 60)
    var open = 0
    for number in 0..<60 {
      let queue = try #require(try store.queue(of: .account("owner \(number)"), creating: false))
      // Asking is itself a use, so it is asked before anything is opened for it.
      open += try await queue.run { file in file.database == nil ? 0 : 1 }
    }
    #expect(open <= 33)
    await store.close()
  }
}
