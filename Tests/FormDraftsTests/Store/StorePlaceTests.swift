import FormDraftsTesting
import Testing

@testable import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a store lies, and what is refused as one.
@Suite struct StorePlaceTests {
  private let schema = DraftSchema.texts("form", "a")
  private let key = DraftKey("form", owner: "ana")
  private let snapshot = DraftSnapshot(values: ["a": "value"])

  /// The store is refused as a whole, and nothing changes.
  private func expectRefused(
    _ folder: StoreFolder, path: String? = nil, _ code: DraftError.Code,
    saving: DraftError.Code? = nil, _ place: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try StoreFolder.digests(of: folder.root)
    let path = path ?? folder.path
    for store in [DraftStore(path: path), DraftStore.readOnly(path: path)] {
      #expect(
        await store.restore(key, schema: schema).failure?.code == code, sourceLocation: place)
      #expect(await failure { _ = try await store.list() }?.code == code, sourceLocation: place)
      #expect(await failure { try await store.purge(.all) }?.code == code, sourceLocation: place)
      #expect(
        await failure { try await store.signIn(owner: "ana") }?.code == code,
        sourceLocation: place)
      if store.access == .readWrite {
        #expect(await failure { try await store.open() }?.code == code, sourceLocation: place)
        let save = await failure {
          try await store.save(snapshot, schema: schema, key: key)
        }
        #expect(save?.code == code, sourceLocation: place)
        #expect(save?.hint?.isEmpty == false, sourceLocation: place)
      }
      await store.close()
    }
    #expect(try StoreFolder.digests(of: folder.root) == before, sourceLocation: place)
  }

  @Test(
    "A store that lost a part of itself is damaged",
    arguments: ["no id", "garbage id", "empty id", "short id", "no owners"])
  func damaged(kind: String) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    try await store.save(snapshot, schema: schema, key: key)
    await store.close()
    let id = folder.path + "/store.id"
    switch kind {
    case "no id": try System.removeFile(id)
    case "garbage id": try folder.write([0, 255, 7], to: id)
    case "empty id": try folder.write([], to: id)
    case "short id": try folder.write(Array("0f0f-".utf8), to: id)
    default: try System.rename(folder.path + "/owners", to: folder.root + "/elsewhere")
    }
    try await expectRefused(folder, .damaged)
  }

  @Test(
    "What is no store of ours is refused",
    arguments: [
      "file", "link", "pipe", "device", "other files", "id is a link", "id has two names",
      "id is a folder",
      "owners is a link", "parent is a file",
    ])
  func notOurs(kind: String) async throws {
    let folder = try StoreFolder()
    let elsewhere = folder.root + "/elsewhere"
    let store = DraftStore(path: elsewhere)
    try await store.save(snapshot, schema: schema, key: key)
    await store.close()
    let id = folder.path + "/store.id"
    var path = folder.path
    if kind.hasPrefix("id") || kind.hasPrefix("owners") || kind == "other files" {
      try run("/bin/cp", "-r", elsewhere, folder.path)
    }
    switch kind {
    case "file": try folder.write([1, 2], to: folder.path)
    case "link": try run("/bin/ln", "-s", elsewhere, folder.path)
    case "pipe": try run("/usr/bin/mkfifo", folder.path)
    case "device": path = "/dev/null"
    case "other files":
      try run("/bin/rm", "-r", id, folder.path + "/owners")
      try folder.write([1], to: folder.path + "/notes.txt")
    case "id is a link", "id has two names", "id is a folder":
      try System.removeFile(id)
      switch kind {
      case "id is a link": try run("/bin/ln", "-s", elsewhere + "/store.id", id)
      case "id has two names": try run("/bin/ln", elsewhere + "/store.id", id)
      default: _ = try System.makeDirectory(id)
      }
    case "owners is a link":
      try run("/bin/rm", "-r", folder.path + "/owners")
      try run("/bin/ln", "-s", elsewhere + "/owners", folder.path + "/owners")
    default:
      try folder.write([1], to: folder.path)
      path += "/store"
    }
    try await expectRefused(folder, path: path, .notOurs)
  }

  @Test("A store that another process makes between two looks is found, and is no damage")
  func madeMeanwhile() async throws {
    let folder = try StoreFolder()
    _ = try System.makeDirectory(folder.path)
    let other = folder.root + "/other"
    let store = DraftStore(path: other)
    try await store.save(snapshot, schema: schema, key: key)
    await store.close()
    let place = try StorePlace.find(folder.path) {
      try? run("/bin/cp", "-r", other + "/owners", other + "/store.id", folder.path)
    }
    #expect(place?.id == (try StorePlace.find(other))?.id)
    #expect(place != nil)
  }

  @Test func `a directory that is not ours keeps its permissions`() async throws {
    let folder = try StoreFolder()
    _ = try System.makeDirectory(folder.path)
    try folder.write([1], to: folder.path + "/notes.txt")
    for mode in [0o755, 0o777] as [UInt32] {
      try System.setPermissions(folder.path, mode)
      try System.setPermissions(folder.path + "/notes.txt", 0o644)
      try await expectRefused(folder, .notOurs)
      #expect(try System.status(folder.path)?.permissions == mode)
      #expect(try System.status(folder.path + "/notes.txt")?.permissions == 0o644)
    }
  }

  @Test(
    "A path that cannot be one",
    arguments: [("", "invalidArgument"), ("/tmp/a\0b", "invalidArgument")])
  func paths(path: String, code: String) async throws {
    try await expectRefused(StoreFolder(), path: path, DraftError.Code(rawValue: code))
  }

  @Test func `where nothing can be made, the error says so`() async throws {
    let store = DraftStore(path: "/proc/formdrafts/store")
    #expect(await store.restore(key, schema: schema).isNone)
    let error = await failure { try await store.save(snapshot, schema: schema, key: key) }
    #expect(error?.code == .cannotCreate)
    #expect(await failure { try await store.open() }?.code == .cannotCreate)
  }

  @Test func `parents are made, and may be links`() async throws {
    let folder = try StoreFolder()
    try run("/bin/ln", "-s", folder.root, folder.root + "/link")
    let store = DraftStore(path: folder.root + "/link/deep/er/store/")
    try await store.save(snapshot, schema: schema, key: key)
    await store.close()
    let direct = DraftStore(path: folder.root + "/deep/er/store")
    #expect(try await direct.restored(key, schema: schema).snapshot == snapshot)
    await direct.close()
  }

  @Test func `a creation that was cut short is begun anew`() async throws {
    for step in 0...2 {
      let folder = try StoreFolder()
      _ = try System.makeDirectory(folder.path)
      if step > 0 { try folder.write([7], to: folder.path + "/store.id.new") }
      if step > 1 { _ = try System.makeDirectory(folder.path + "/owners") }
      let store = folder.store()
      #expect(await store.restore(key, schema: schema).isNone)
      try await store.save(snapshot, schema: schema, key: key)
      #expect(try await store.restored(key, schema: schema).snapshot == snapshot)
      await store.close()
    }
  }

  @Test func `a store that moved away while it was open takes no save with it`() async throws {
    for isReplaced in [false, true] {
      let folder = try StoreFolder()
      let store = folder.store()
      let draft = try await store.save(snapshot, schema: schema, key: key).draft
      try System.rename(folder.path, to: folder.root + "/moved")
      if isReplaced {
        let other = folder.store()
        try await other.save(snapshot, schema: schema, key: DraftKey("form", owner: "bob"))
        await other.close()
      }
      #expect(await store.restore(key, schema: schema).failure?.code == .storeMoved)
      let late = await failure {
        try await store.save(snapshot, schema: schema, key: key, draft: draft)
      }
      #expect(late?.code == .storeMoved)
      // Told so, the store looks anew: what is saved now is saved to what is there now.
      try await store.save(snapshot, schema: schema, key: key)
      let now = folder.store()
      #expect(try await now.list(DraftFilter(owner: "ana")).count == 1)
      #expect(try await now.list().count == (isReplaced ? 2 : 1))
      await now.close()
      await store.close()
      let moved = DraftStore(path: folder.root + "/moved")
      #expect(try await moved.restored(key, schema: schema).summary.revision == 1)
      await moved.close()
    }
  }

  private func run(_ words: String...) throws { _ = try ChildProcess.output(of: words) }
}

/// Report 87.
///
/// The umask belongs to the whole process, so these run one after the other.
@Suite(.serialized) struct PermissionTests {
  private let schema = DraftSchema.texts("form", "a")

  private func modes(_ path: String) throws -> [String: UInt32] {
    var modes = ["": try System.status(path)?.permissions ?? 0]
    var folders = [""]
    while let folder = folders.popLast() {
      for name in try System.names(in: path + folder) ?? [] {
        let status = try System.status("\(path)\(folder)/\(name)")
        modes["\(folder)/\(name)"] = status?.permissions
        if status?.kind == .directory { folders.append("\(folder)/\(name)") }
      }
    }
    return modes
  }

  @Test("Files are 0600 and directories 0700, whatever the umask", arguments: [0o22, 0, 0o777])
  func umasks(mask: Int) async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let before = umask(mode_t(mask))
    let result: Result<Void, any Error>
    do {
      for owner in ["ana", .nobody] as [DraftOwner] {
        try await store.save(
          DraftSnapshot(values: ["a": "x"]), schema: schema, key: DraftKey("form", owner: owner))
      }
      try await store.purge(DraftFilter(owner: .nobody))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    umask(before)
    try result.get()
    let modes = try modes(folder.path)
    #expect(modes.count >= 8)
    for (name, mode) in modes {
      let isFolder = try System.status(folder.path + name)?.kind == .directory
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(name)")
    }
    await store.close()
  }

  @Test func `what is ours and loose is tightened when it is used`() async throws {
    let folder = try StoreFolder()
    let store = folder.store()
    let key = DraftKey("form", owner: "ana")
    try await store.save(DraftSnapshot(values: ["a": "x"]), schema: schema, key: key)
    await store.close()
    for name in try modes(folder.path).keys {
      let isFolder = try System.status(folder.path + name)?.kind == .directory
      try System.setPermissions(folder.path + name, isFolder ? 0o755 : 0o644)
    }
    _ = try await folder.store().restored(key, schema: schema)
    for (name, mode) in try modes(folder.path) {
      #expect(mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func `a temporary store is private and goes when it is closed`() async throws {
    let store = try DraftStore.temporary()
    #expect(try System.status(store.path)?.permissions == 0o700)
    try await store.save(
      DraftSnapshot(values: ["a": "x"]), schema: schema, key: DraftKey("form", owner: "ana"))
    await store.close()
    #expect(try System.status(store.path) == nil)
  }
}
