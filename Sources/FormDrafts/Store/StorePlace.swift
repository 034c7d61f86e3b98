/// A store's directory: where it is, its id, and whose database lies where.
///
/// ```
/// STORE/                     0700
///   store.id                 a UUID, synced before anything else is there
///   owners/<tag>/            one owner's database
///   owners/<tag>.ended       tombstone of a purge
/// ```
struct StorePlace: Sendable {
  /// The directory, its parents free of symbolic links.
  let path: String
  /// What `store.id` says.
  let id: String
  /// What becomes of loose permissions in there.
  var modes = Modes.tighten

  var owners: String { path + "/owners" }

  func directory(_ tag: OwnerTag) -> String { "\(owners)/\(tag.hex)" }
  func tombstone(_ tag: OwnerTag) -> String { "\(owners)/\(tag.hex).ended" }

  /// The tag of an owner in this store.
  func tag(of owner: DraftOwner) -> OwnerTag { OwnerTag(store: id, owner: owner) }
}

/// The name of an owner's directory: the first 16 bytes of SHA-256 over store id and owner, in
/// lower-case hex.
///
/// Nobody has a tag of its own, and an account cannot spell it.
struct OwnerTag: Hashable, Comparable, Sendable {
  let hex: String

  init(store: String, owner: DraftOwner) {
    var bytes = Array(store.utf8)
    switch owner {
    case .nobody: bytes.append(0)
    case .account(let name):
      bytes.append(1)
      bytes.append(contentsOf: name.utf8)
    }
    hex = Hexadecimal.text(SHA256.digest(of: bytes).prefix(16))
  }

  /// A directory's name, if it is a tag.
  init?(directoryName: String) {
    let bytes = directoryName.utf8
    guard bytes.count == 32, bytes.allSatisfy(Hexadecimal.isLowerDigit) else { return nil }
    hex = directoryName
  }

  static func < (left: Self, right: Self) -> Bool {
    left.hex.utf8.lexicographicallyPrecedes(right.hex.utf8)
  }
}

extension StorePlace {
  /// Finds a store; nil if there is none at the path.
  ///
  /// - Parameter betweenLooks: what happens between two looks; for tests.
  /// - Throws: ``DraftError/Code/notOurs`` for a link, a file, another user's directory or one
  ///   that holds something else; ``DraftError/Code/damaged`` if `store.id` is not readable.
  static func find(
    _ path: String, _ modes: Modes = .tighten, betweenLooks: () -> Void = {}
  ) throws(DraftError) -> StorePlace? {
    let resolved = try resolve(path)
    guard
      let status = try DraftError.translating({ () throws(SystemError) in
        try System.status(resolved)
      })
    else { return nil }
    try checkKind(status, isDirectoryAt: resolved)
    guard let id = try readID(resolved, modes, betweenLooks) else { return nil }
    let place = StorePlace(path: resolved, id: id, modes: modes)
    try place.checkOwners()
    // Only now is it known to be ours; somebody else's directory keeps its permissions.
    if modes == .tighten { try tighten(status, at: resolved) }
    return place
  }

  /// The id of a store; nil if the directory is none yet, and refused if it is something else.
  private static func readID(
    _ path: String, _ modes: Modes, _ betweenLooks: () -> Void
  ) throws(DraftError) -> String? {
    if let id = try readID(path, modes) { return id }
    betweenLooks()
    do throws(DraftError) {
      try checkIsEmpty(path)
      return nil
    } catch {
      // Another process may have finished making the store between the two looks.
      if let id = try readID(path, modes) { return id }
      throw error
    }
  }

  /// Refuses a directory that has no id and holds something.
  ///
  /// It is a store that lost its id, or no store. What a creation leaves that was cut short is
  /// nothing.
  private static func checkIsEmpty(_ path: String) throws(DraftError) {
    let names = try names(in: path)
    if names.contains("owners"), try !Self.names(in: path + "/owners").isEmpty {
      throw DraftError(
        .damaged, "“\(path.printable)” has lost its store.id.",
        hint: "Repair the store, or bring store.id back from a backup; nothing was changed.",
        file: path)
    }
    guard
      names.allSatisfy({ $0.hasPrefix(".") || $0 == "store.id.new" || $0 == "owners" })
    else {
      throw DraftError(
        .notOurs, "“\(path.printable)” holds other files and is not a store.",
        hint: "Name the directory of a store, or an empty or a new one.", file: path)
    }
  }

  /// The folder of the owners was there before `store.id` was; a link in its place is refused.
  private func checkOwners() throws(DraftError) {
    guard
      let status = try DraftError.translating({ () throws(SystemError) in
        try System.status(owners)
      })
    else {
      throw DraftError(
        .damaged, "“\(path.printable)” has lost its folder “owners”.",
        hint: "Bring it back from a backup; nothing was changed.", file: owners)
    }
    try Self.check(status, isDirectoryAt: owners, modes)
  }

  /// Whether the store is still the one at its path.
  func isCurrent() -> Bool { (try? Self.find(path, modes))?.id == id }

  /// Runs a piece of work while nobody else makes or removes owners' directories here.
  ///
  /// - Throws: What `work` throws; ``DraftError/Code/busy`` if somebody keeps the lock,
  ///   ``DraftError/Code/storeMoved`` if there is no store any more.
  func whileOwnersAreLocked<R>(
    milliseconds: Int32, _ work: () throws -> R
  ) throws -> R {
    let folder = try openOwners()
    guard try folder.lock(milliseconds: milliseconds) else { throw OwnerFile.busy }
    defer { folder.unlock() }
    return try work()
  }

  private func openOwners() throws -> Descriptor {
    do throws(SystemError) {
      return try System.open(owners, directory: true)
    } catch {
      throw error.isMissing ? Self.moved(path) : DraftError(error)
    }
  }

  static func moved(_ path: String) -> DraftError {
    DraftError(
      .storeMoved, "The store was moved, replaced or removed while it was open.",
      hint: "Save again: it goes to the store that is there now.", file: path)
  }

  /// Finds a store, or makes one.
  ///
  /// - Throws: as ``find(_:)``, and ``DraftError/Code/cannotCreate``.
  static func findOrCreate(_ path: String) throws(DraftError) -> StorePlace {
    if let place = try find(path) { return place }
    let resolved = try resolve(path)
    do {
      return try create(resolved)
    } catch let error as DraftError {
      throw error
    } catch {
      let error = error as? SystemError ?? SystemError("create", resolved)
      throw DraftError.cannotCreate("The store", resolved, error)
    }
  }

  /// Makes the directory and its id under the directory's own lock, so that two processes that
  /// begin together agree on one id.
  private static func create(_ path: String) throws -> StorePlace {
    try makeParents(of: path)
    _ = try System.makeDirectory(path)
    let directory = try System.open(path, directory: true)
    guard try directory.lock(milliseconds: 5_000) else { throw OwnerFile.busy }
    if let place = try find(path) { return place }
    try System.setPermissions(path, 0o700)
    DeviceProtection.apply(to: path)
    let idPath = path + "/store.id"
    try System.removeFile(idPath + ".new")
    let file = try System.createFile(idPath + ".new")
    try file.write(Array((Identifiers.random() + "\n").utf8))
    try file.sync()
    // Before the id has its name, so that a store without this folder has lost it.
    _ = try System.makeDirectory(path + "/owners")
    try directory.sync()
    try System.rename(idPath + ".new", to: idPath)
    try directory.sync()
    guard let place = try find(path) else { throw moved(path) }
    return place
  }

  private static func makeParents(of path: String) throws(SystemError) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
      return
    }
    let parent = String(path[..<slash])
    if try System.status(parent) != nil { return }
    try makeParents(of: parent)
    _ = try System.makeDirectory(parent)
  }

  private static func readID(_ path: String, _ modes: Modes) throws(DraftError) -> String? {
    let idPath = path + "/store.id"
    guard
      let status = try DraftError.translating({ () throws(SystemError) in
        try System.status(idPath)
      })
    else { return nil }
    try checkKind(status, isFileAt: idPath)
    let bytes = try DraftError.translating { () throws(SystemError) in
      try System.open(idPath).readAll(limit: 4_096)
    }
    let id = trimmed(String(decoding: bytes, as: UTF8.self))
    guard DraftID(id) != nil else {
      throw DraftError(
        .damaged, "“\(idPath.printable)” does not hold a store's id.",
        hint: "Repair the store, or bring it back from a backup; nothing was changed.", file: idPath
      )
    }
    if modes == .tighten { try tighten(status, at: idPath) }
    return id
  }

  private static func trimmed(_ text: String) -> String {
    String(text.unicodeScalars.filter { !$0.properties.isWhitespace })
  }

  /// The path with its parents resolved: SQLite refuses a path with any symbolic link in it, and
  /// a link as the store itself is refused by us.
  static func resolve(_ path: String) throws(DraftError) -> String {
    guard !path.isEmpty else {
      throw DraftError(.invalidArgument, "The store's path is empty.", hint: "Name a directory.")
    }
    var absolute = path
    if absolute.utf8.first != UInt8(ascii: "/") {
      guard let here = try real(".") else {
        throw DraftError(.io, "The working directory is gone.", hint: "Change to another one.")
      }
      absolute = here + "/" + absolute
    }
    while absolute.utf8.count > 1, absolute.utf8.last == UInt8(ascii: "/") {
      absolute.removeLast()
    }
    guard !absolute.utf8.contains(0) else {
      throw DraftError(
        .invalidArgument, "A path cannot hold the NUL character.", hint: "Name a directory.")
    }
    var tail = ""
    var head = absolute
    while let slash = head.utf8.lastIndex(of: UInt8(ascii: "/")) {
      let name = head[head.utf8.index(after: slash)...]
      tail = "/" + name + tail
      head = String(head[..<slash])
      if let resolved = try real(head.isEmpty ? "/" : head) {
        return (resolved == "/" ? "" : resolved) + tail
      }
    }
    return absolute
  }

  private static func real(_ path: String) throws(DraftError) -> String? {
    try DraftError.translating { () throws(SystemError) in try System.realPath(path) }
  }

  private static func names(in path: String) throws(DraftError) -> [String] {
    try DraftError.translating { () throws(SystemError) in try System.names(in: path) ?? [] }
  }
}
