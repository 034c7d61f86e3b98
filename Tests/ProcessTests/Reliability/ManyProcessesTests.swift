import FormDrafts
import FormDraftsSQLite
import Foundation
import Testing

@Suite("Many processes at once", .serialized)
struct ManyProcessesTests {
  private let schema = DraftSchema(
    "worker",
    fields: [.init("text", .text), .init("password", .text), .init("photo", .file)])

  @Test("Eight processes that do everything at once lose nothing, and nobody is kept waiting")
  func mix() async throws {
    let folder = try Folder()
    let store = DraftStore(path: folder.store)
    let shared = DraftKey("worker", owner: "ana", record: "shared")
    try await store.save(DraftSnapshot(values: ["text": "0"]), schema: schema, key: shared)
    let workers = try (0..<8).map { _ in try Worker(store: folder.store) }
    let count = Soak.choose(100, sanitized: 20, soak: 1_000)
    for (number, worker) in workers.enumerated() { worker.send("mix p\(number) \(count)") }
    var expected: [String: String] = [:]
    var counted = 0
    for worker in workers {
      while let line = worker.line(), line != "ok" {
        let words = line.split(separator: " ").map(String.init)
        switch words[0] {
        case "own": expected["\(words[1]) \(words[2])"] = words[3]
        case "counted": counted += try #require(Int(words[1]))
        case "longest":
          let longest = try #require(Int(words[1]))
          // No timing in the ordinary tests, but the promise is one of time.
          if Soak.isOn { #expect(longest < 5_000, "a call took \(longest) ms") }
        default: Issue.record("\(line)")
        }
      }
    }
    var found: [String: String] = [:]
    for listing in try await store.list(verifying: true) {
      guard case .draft(let summary) = listing,
        case .restored(let draft) = await store.restore(summary.id),
        case .text(let text)? = draft.snapshot.values["text"]
      else {
        Issue.record("\(listing)")
        continue
      }
      found["\(summary.key.owner.name ?? "") \(summary.key.record.id ?? "")"] = text
    }
    #expect(counted > 0)
    #expect(found.removeValue(forKey: "ana shared") == String(counted))
    #expect(found == expected)
    await store.close()
  }

  /// A copy of a store that an earlier version made, with the modes a store has.
  private func copy(_ version: String, to path: String) throws {
    let manager = FileManager.default
    try manager.copyItem(atPath: "\(FaultReport.fixtures)/store-\(version)", toPath: path)
    let names = try #require(manager.enumerator(atPath: path)).compactMap { $0 as? String }
    for name in [""] + names {
      var isDirectory: ObjCBool = false
      _ = manager.fileExists(atPath: "\(path)/\(name)", isDirectory: &isDirectory)
      try manager.setAttributes(
        [.posixPermissions: isDirectory.boolValue ? 0o700 : 0o600], ofItemAtPath: "\(path)/\(name)")
    }
  }

  /// How often the schema of each database was changed, and its version: a step that ran twice
  /// would count twice (https://sqlite.org/pragma.html#pragma_schema_version).
  private func schemas(_ path: String) throws -> [String: [Int64]] {
    var schemas: [String: [Int64]] = [:]
    for tag in try FileManager.default.contentsOfDirectory(atPath: path + "/owners")
    where tag.count == 32 {
      let connection = try Connection(
        path: "\(path)/owners/\(tag)/drafts.db", mode: .readOnly)
      schemas[tag] = [
        try connection.integer("PRAGMA schema_version"),
        try connection.integer("PRAGMA user_version"),
      ]
      try connection.close()
    }
    return schemas
  }

  @Test(
    "Eight processes that open a store of an earlier version migrate it once",
    arguments: ["0.1.0", "0.2.0", "0.3.0"])
  func migrations(version: String) async throws {
    let alone = try Folder()
    try copy(version, to: alone.store)
    let before = try schemas(alone.store)
    let first = try Worker(store: alone.store)
    let answer = try #require(first.ask("look"))
    first.kill()
    let expected = try schemas(alone.store)
    // The control: a migration is seen in these numbers.
    if version != "0.3.0" { #expect(before != expected) }

    for _ in 0..<Soak.choose(3, sanitized: 1, soak: 200) {
      let folder = try Folder()
      try copy(version, to: folder.store)
      let workers = try (0..<8).map { _ in try Worker(store: folder.store) }
      for worker in workers { worker.send("look") }
      for worker in workers { #expect(worker.line() == answer) }
      for worker in workers { worker.kill() }
      #expect(try schemas(folder.store) == expected)
    }
  }

  // Field report 133.
  @Test("A log that grew while somebody read comes back to its bound")
  func log() async throws {
    let folder = try Folder()
    let store = DraftStore(path: folder.store)
    let key = DraftKey("worker", owner: "ana")
    let first = try await store.save(
      DraftSnapshot(values: ["text": "0"]), schema: schema, key: key)
    let owners = folder.store + "/owners"
    let tag = try #require(
      FileManager.default.contentsOfDirectory(atPath: owners).first { $0.count == 32 })
    let database = "\(owners)/\(tag)/drafts.db"
    func size() throws -> Int {
      // `stat` only: nobody but SQLite opens these files.
      try #require(
        FileManager.default.attributesOfItem(atPath: database + "-wal")[.size] as? Int)
    }
    func save(_ number: Int) async throws {
      let text = "\(number)" + String(repeating: "x", count: 10_000)
      try await store.save(
        DraftSnapshot(values: ["text": .text(text)]), schema: schema, key: key, draft: first.draft)
    }
    let reader = try Worker(store: folder.store)
    #expect(reader.ask("read \(database)") == "ok")
    let count = Soak.choose(400, sanitized: 400, soak: 20_000)
    for number in 1...count { try await save(number) }
    #expect(try size() > 4 << 20, "the control: nobody was in the way")
    reader.kill()
    for number in 1...3 { try await save(count + number) }
    #expect(try size() <= 4 << 20)
    await store.close()
  }

  // Field report 139.
  @Test("What is exported holds saves that are only in the log yet")
  func export() async throws {
    let folder = try Folder()
    let worker = try Worker(store: folder.store)
    #expect(worker.ask("save ana first") == "ok 1")
    #expect(worker.ask("save ana newest") == "ok 2")
    let store = DraftStore(path: folder.store)
    let draft = try #require(try await store.list().first?.summary?.id)
    #expect(try await store.export(draft).line.contains("newest"))
    await store.close()
    worker.kill()
  }
}
