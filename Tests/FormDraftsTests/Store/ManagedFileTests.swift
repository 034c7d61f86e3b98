import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Copies of picked files")
struct ManagedFileTests {
  private let schema = DraftSchema(
    "form",
    fields: [
      .init("text", .text), .init("photo", .file), .init("all", .file, isMany: true),
    ])
  private let key = DraftKey("form", owner: "ana")

  /// A folder with a store, a picked file in it, and a draft.
  private struct Shop {
    let folder: StoreFolder
    let store: DraftStore
    let time = TestTime()
    let source: String
    var id: DraftID

    init(_ bytes: [UInt8], schema: DraftSchema, key: DraftKey) async throws {
      folder = try StoreFolder()
      source = folder.root + "/picked.jpg"
      try folder.write(bytes, to: source)
      store = folder.store(time.environment)
      id = try await store.save(DraftSnapshot(), schema: schema, key: key).draft
    }

    func copies() throws -> [String] { try folder.files(of: "ana").copies }
  }

  private func shop(_ bytes: [UInt8] = Array("a picture".utf8)) async throws -> Shop {
    try await Shop(bytes, schema: schema, key: key)
  }

  private func snapshot(_ file: DraftFile, text: String? = nil) -> DraftSnapshot {
    var values: DraftObject = ["photo": .file(file)]
    if let text { values["text"] = .text(text) }
    return DraftSnapshot(values: values)
  }

  @Test("15, 97: a draft with a file alone is there, and its bytes lie beside the database")
  func onlyFile() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let shop = try await shop(bytes)
    let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    #expect(file.name == "picked.jpg")
    #expect(file.byteCount == bytes.count)
    #expect(file.sha256 == SHA256.hex(of: bytes))
    try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    await shop.store.close()
    try System.removeFile(shop.source)

    let next = shop.folder.store()
    #expect(try await next.list().count == 1)
    let draft = try await next.restored(key, schema: schema)
    #expect(draft.snapshot == snapshot(file))
    let path = try #require(try await next.path(of: file))
    #expect(path.hasPrefix(shop.folder.path + "/owners/"))
    #expect(try FileTree.read(path) == bytes)
    #expect(try System.status(path)?.permissions == 0o600)
    #expect(try System.status(shop.folder.files(of: "ana").files)?.permissions == 0o700)
    await next.close()
  }

  @Test(
    "89: one that is cut, changed or gone is missing, and never handed out; an empty one is a file")
  func damaged() async throws {
    for change in ["cut", "half", "changed", "gone", "empty"] {
      let bytes = change == "empty" ? [] : Array("a picture".utf8)
      let shop = try await shop(bytes)
      let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
      try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
      let path = try #require(try await shop.store.path(of: file))
      switch change {
      case "cut": try shop.folder.write([], to: path)
      case "half": try shop.folder.write(Array(bytes[..<4]), to: path)
      case "changed": try shop.folder.write(Array("a Picture".utf8), to: path)
      case "gone": try System.removeFile(path)
      default:
        #expect(try await shop.store.restored(key, schema: schema).snapshot == snapshot(file))
        continue
      }
      #expect(try await shop.store.path(of: file) == nil)
      guard case .mismatch(let mismatch) = await shop.store.restore(key, schema: schema) else {
        Issue.record("\(change): no mismatch")
        continue
      }
      #expect(mismatch.report["photo"]?.outcome == .fileMissing)
      #expect(mismatch.report["photo"]?.needsDecision == true)
      #expect(mismatch.report.mismatches.map(\.kind) == [.fileMissing])
      #expect(mismatch.report.reentry == ["photo"])
      await shop.store.close()
    }
  }

  @Test("91: it stays with the draft when another field is saved; one copy on disk")
  func savedAgain() async throws {
    let shop = try await shop()
    let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    var restored = try await shop.store.restored(key, schema: schema).snapshot
    restored.values["text"] = "more"
    try await shop.store.save(restored, schema: schema, key: key, draft: shop.id)
    await shop.store.close()
    let next = shop.folder.store()
    let draft = try await next.restored(key, schema: schema)
    #expect(draft.snapshot == snapshot(file, text: "more") || draft.snapshot == restored)
    #expect(try await next.path(of: file) != nil)
    #expect(try shop.copies() == [file.copy])
    await next.close()
  }

  @Test("It goes with the save that takes out its last use, and not before")
  func removedBySave() async throws {
    let shop = try await shop()
    let store = shop.store
    let file = try await store.importFile(atPath: shop.source, into: shop.id)
    let other = try await store.save(snapshot(file), schema: schema, key: key).draft
    try await store.save(
      DraftSnapshot(values: ["all": [.file(file), .file(file)]]), schema: schema, key: key,
      draft: shop.id)
    try await store.save(
      DraftSnapshot(values: ["all": [.file(file)]]), schema: schema, key: key, draft: shop.id)
    try await store.save(DraftSnapshot(), schema: schema, key: key, draft: shop.id)
    #expect(try shop.copies() == [file.copy])
    try await store.save(DraftSnapshot(), schema: schema, key: key, draft: other)
    #expect(try shop.copies() == [])
    await store.close()
  }

  @Test("It goes with the draft, however that ends, and with purges", arguments: 0..<6)
  func removedWithDraft(way: Int) async throws {
    let canary = Canary()
    let shop = try await shop(Array(canary.text.utf8))
    let store = shop.store
    let file = try await store.importFile(atPath: shop.source, into: shop.id)
    try System.removeFile(shop.source)
    try await store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    #expect(try canary.occurrences(in: shop.folder.path).count == 1)
    switch way {
    case 0: #expect(try await store.discard(shop.id).files == 1)
    case 1:
      let attempt = try await store.beginSubmit(shop.id)
      try await store.endSubmit(shop.id, attempt: attempt, accepted: true)
    case 2:
      let filter = DraftFilter(owner: "ana", form: "form")
      #expect(try await store.purge(filter, dryRun: true).files == 1)
      #expect(try await store.purge(filter).files == 1)
    case 3: #expect(try await store.purge(DraftFilter(owner: "ana")).files == 1)
    case 4:
      try await store.discard(shop.id, undoFor: .seconds(60))
      #expect(try shop.copies().count == 1)
      shop.time.advance(milliseconds: 60_000)
      try await store.sweep()
    default:
      let stricter = DraftSchema("form", fields: [.init("photo", .file, retention: .secret)])
      try await store.scrub(stricter)
    }
    if way != 3 { #expect(try shop.copies() == []) }
    #expect(try canary.occurrences(in: shop.folder.path) == [])
    await store.close()
  }

  @Test("95: one that cannot be copied costs no value, and nothing waits")
  func cannotBeCopied() async throws {
    let shop = try await shop()
    let store = shop.store
    try await store.save(
      DraftSnapshot(values: ["text": "kept"]), schema: schema, key: key, draft: shop.id)
    let large = shop.folder.root + "/large"
    try System.createFile(large).truncate(to: 5 << 30)
    let pipe = shop.folder.root + "/pipe"
    try System.makePipe(pipe)
    for (path, code) in [
      (shop.folder.root + "/gone", DraftError.Code.io), (shop.folder.root, .invalidArgument),
      (pipe, .invalidArgument), ("/dev/zero", .invalidArgument), (large, .tooLarge),
    ] {
      let error = await failure { _ = try await store.importFile(atPath: path, into: shop.id) }
      #expect(error?.code == code, "\(path)")
      // Where somebody keeps a file is theirs.
      #expect(error?.message.contains(path) == false && error?.file == nil)
    }
    #expect(try shop.copies() == [])
    #expect(try await store.restored(key, schema: schema).snapshot.values["text"] == "kept")
    await store.close()
  }

  @Test("93: what was just made is not collected, by any process; what nobody used is, later")
  func collected() async throws {
    let shop = try await shop()
    let other = shop.folder.store(shop.time.environment)
    let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    let name = try #require(file.copy)
    // However long ago by the clock: whoever made it still holds it.
    shop.time.advance(milliseconds: 10 * 365 * 86_400_000)
    try await other.sweep()
    #expect(try shop.copies() == [name])
    try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    try await other.sweep()
    #expect(try await other.path(of: file) != nil)

    // Left behind: made by a process that is gone.
    let left = try shop.folder.files(of: "ana").files + "/0123456789abcdef0123456789abcdef"
    try shop.folder.write([1], to: left)
    try shop.folder.write([1], to: left + ".new")
    #expect(try await other.sweep().files == 2)
    #expect(try shop.copies() == [name])
    await other.close()
    await shop.store.close()
  }

  @Test("Names and paths lead nowhere else")
  func paths() async throws {
    let shop = try await shop()
    for (name, shown) in [
      ("../../etc/passwd", "passwd"), ("..", "file"), ("a\\b\\c.txt", "c.txt"), ("/", "file"),
    ] {
      let file = try await shop.store.importFile(atPath: shop.source, into: shop.id, name: name)
      #expect(file.name == shown)
    }
    for path in ["/etc/passwd", "../x", "a/../../x", "", "a//b", "./a", "a\0b"] {
      let file = DraftFile(id: "1", name: "x", byteCount: 1, path: path)
      let receipt = try await shop.store.save(
        snapshot(file), schema: schema, key: key, draft: shop.id)
      #expect(receipt.unsaved.map(\.path) == ["photo"], "\(path)")
      let json = #"{"$draft":"file","id":"1","name":"x","size":1,"path":"\#(path)"}"#
      #expect(throws: DraftError.self) { try DraftValue(json: Array(json.utf8)) }
    }
    for copy in ["../drafts.db", "0123456789abcdef0123456789abcde/", "x"] {
      let json = #"{"$draft":"file","id":"1","name":"x","size":1,"copy":"\#(copy)"}"#
      #expect(throws: DraftError.self) { try DraftValue(json: Array(json.utf8)) }
    }
    await shop.store.close()
  }

  @Test("A file the form keeps is looked for where the restore is told, and left alone")
  func referenced() async throws {
    let shop = try await shop()
    let bytes = Array("a picture".utf8)
    let file = DraftFile(
      id: "7", name: "picked.jpg", byteCount: bytes.count, sha256: SHA256.hex(of: bytes),
      path: "picked.jpg")
    try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    let there = RestoreOptions(fileDirectory: shop.folder.root)
    for options in [there, RestoreOptions()] {
      guard
        case .restored(let draft) = await shop.store.restore(
          key, schema: schema, options: options)
      else {
        Issue.record("not restored")
        return
      }
      #expect(draft.snapshot == snapshot(file))
    }
    try shop.folder.write(Array("a Picture".utf8), to: shop.source)
    let answer = await shop.store.restore(key, schema: schema, options: there)
    #expect(answer.report?["photo"]?.outcome == .fileMissing)
    try await shop.store.discard(shop.id)
    #expect(try System.status(shop.source) != nil)
    await shop.store.close()
  }

  @Test("In a list the item that is missing is named")
  func list() async throws {
    let shop = try await shop()
    let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    let second = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    let values: DraftObject = ["all": [.file(file), .file(second)]]
    try await shop.store.save(
      DraftSnapshot(values: values), schema: schema, key: key, draft: shop.id)
    try System.removeFile(try #require(try await shop.store.path(of: second)))
    let report = try #require(await shop.store.restore(key, schema: schema).report)
    #expect(report["all"]?.outcome == .kept)
    #expect(report["/all/1"]?.outcome == .fileMissing)
    #expect(report["/all/0"] == nil)
    #expect(report.reentry == ["all"])
    await shop.store.close()
  }

  @Test("An export leaves the bytes out: in another store the file is missing")
  func exported() async throws {
    let shop = try await shop()
    let file = try await shop.store.importFile(atPath: shop.source, into: shop.id)
    try await shop.store.save(snapshot(file), schema: schema, key: key, draft: shop.id)
    let exported = try await shop.store.export(shop.id)
    #expect(exported.files == [file])
    let folder = try StoreFolder()
    let target = folder.store()
    _ = try await target.importDrafts(Array(exported.line.utf8))
    let answer = await target.restore(key, schema: schema)
    #expect(answer.report?["photo"]?.outcome == .fileMissing)
    await target.close()
    await shop.store.close()
  }
}
