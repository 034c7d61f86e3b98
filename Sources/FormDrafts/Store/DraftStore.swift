#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store of drafts: a directory in which each owner has a database of its own.
///
/// Making one does no work and opens nothing; the first call does. Any number of stores, in any
/// number of processes, may use one directory. What a save acknowledged is there after the
/// process is killed, and on Linux after power loss; the receipt says which. Calls for one owner
/// run in the order they were made; owners do not wait for each other.
///
/// ```swift
/// let store = DraftStore(app: "MyApp")
/// let key = DraftKey("signup", owner: "ana")
/// let receipt = try await store.save(snapshot, schema: schema, key: key)
/// ```
///
/// Two rules keep acknowledged saves safe, and no library can check them: the process has one copy
/// of SQLite, and nothing in it opens the store's database files but SQLite, not even to read or
/// copy them (closing any descriptor of such a file drops the locks SQLite holds on it,
/// <https://sqlite.org/howtocorrupt.html>, section 2.2). A store is not used after `fork` in the
/// child.
public final class DraftStore: Sendable {
  /// The directory, as it was given.
  public let path: String
  let environment: DraftEnvironment
  let access: OwnerFile.Access
  private let isTemporary: Bool
  private let isBlocking: Bool
  private let state: Guarded<State>
  private let openFiles = OpenFiles()
  let hub = ChangeHub()
  let heldDrafts = HeldDraft.Registry()
  let openSessions = OpenSessions()
  private let schemas = Guarded(SchemaCache())

  struct State {
    var place: StorePlace?
    var isTidied = false
    var owners: [OwnerTag: OwnerQueue] = [:]
    /// The queues that were asked for by owner, so that a tag is not computed at every call.
    var named: [DraftOwner: OwnerQueue] = [:]
    /// Who was asked for while there was no store, with the purge each is known after, as
    /// ``OwnerFile/rememberedEpoch``: whoever makes the store may end them.
    var early: [DraftOwner: Int64] = [:]
  }

  /// A store in a directory, which the first save makes.
  ///
  /// - Parameters:
  ///   - url: the directory. Its parents may be symbolic links, it itself may not.
  ///   - environment: clock, ids and durability; the real world unless said.
  public convenience init(at url: URL, environment: DraftEnvironment = .init()) {
    self.init(path: url.path, environment: environment)
  }

  /// A store in a directory, which the first save makes.
  ///
  /// - Parameters:
  ///   - path: the directory; a relative one is taken from the working directory at the first
  ///     call. Its parents may be symbolic links, it itself may not.
  ///   - environment: clock, ids and durability; the real world unless said.
  public convenience init(path: String, environment: DraftEnvironment = .init()) {
    self.init(path: path, environment: environment, access: .readWrite, isTemporary: false)
  }

  /// The store of an app at the place its platform has for that.
  ///
  /// That is `NAME/FormDrafts` in Application Support on Apple platforms, and in `$XDG_DATA_HOME`
  /// (else `~/.local/share`) elsewhere.
  ///
  /// - Parameters:
  ///   - app: the app's name, as it shall be called in the file system; `/` and NUL become `_`.
  ///   - environment: clock, ids and durability; the real world unless said.
  public convenience init(app: String, environment: DraftEnvironment = .init()) {
    self.init(path: DefaultPlace.path(app: app), environment: environment)
  }

  init(
    path: String, environment: DraftEnvironment, access: OwnerFile.Access, isTemporary: Bool,
    isBlocking: Bool = false
  ) {
    self.path = path
    self.environment = environment
    self.access = access
    self.isTemporary = isTemporary
    self.isBlocking = isBlocking
    state = Guarded(State())
  }

  /// A store for looking only: it makes nothing, migrates nothing and refuses every write.
  package static func readOnly(path: String) -> DraftStore {
    DraftStore(path: path, environment: .init(), access: .readOnly, isTemporary: false)
  }

  /// A store as it is found: nothing that was interrupted is finished, and no permission changed.
  static func inspecting(path: String, environment: DraftEnvironment) -> DraftStore {
    DraftStore(path: path, environment: environment, access: .inspection, isTemporary: false)
  }

  /// A store for a program that has nothing else to do: its calls wait where they are made, and
  /// no thread is started for them, which for a short command is a third of its time.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - isReadOnly: for looking only, as ``readOnly(path:)``.
  ///   - environment: clock, ids and durability; the real world unless said.
  package static func blocking(
    path: String, isReadOnly: Bool = false, environment: DraftEnvironment = .init()
  ) -> DraftStore {
    DraftStore(
      path: path, environment: environment, access: isReadOnly ? .readOnly : .readWrite,
      isTemporary: false, isBlocking: true)
  }

  /// A real store in a private directory, for tests and previews.
  ///
  /// It lies under `$TMPDIR`, else `/tmp`; ``close()`` removes it, and nothing else does.
  ///
  /// - Parameter environment: clock, ids and durability; the real world unless said.
  /// - Throws: ``DraftError/Code/cannotCreate``, ``DraftError/Code/noSpace``.
  public static func temporary(
    environment: DraftEnvironment = .init()
  ) throws(DraftError) -> DraftStore {
    let base = System.environment("TMPDIR") ?? "/tmp"
    let store = DraftStore(
      path: "\(base)/FormDrafts-\(Identifiers.random())", environment: environment,
      access: .readWrite, isTemporary: true)
    _ = try store.place(creating: true)
    return store
  }

  /// Opens the store, and makes it if it is not there; only to hear of trouble early.
  ///
  /// Purges and imports that were interrupted are finished here, or at whatever call comes first.
  /// Drafts whose time to live is over are removed, as ``sweep()`` does it; a database in which
  /// that fails says so when it is used.
  ///
  /// - Throws: ``DraftError/Code/notOurs``, ``DraftError/Code/cannotCreate``,
  ///   ``DraftError/Code/noSpace``, ``DraftError/Code/damaged``,
  ///   ``DraftError/Code/unavailable``, ``DraftError/Code/io``.
  public func open() async throws(DraftError) {
    _ = try place(creating: access == .readWrite)
    guard access == .readWrite else { return }
    for queue in try allQueues() {
      try? await queue.run { file throws(DraftError) in try file.sweepAtOpen() }
    }
  }

  /// Closes every database, after the calls that were made before.
  ///
  /// A database in which this store discarded a draft is compacted, if it has less than 64 MiB and
  /// nobody reads it. The store can be used again afterwards; a temporary one is removed. What it
  /// knows of purges stays: an owner who was purged has to sign in again. What was saved is safe
  /// without closing.
  public func close() async {
    let owners = state.withValue { state in
      state.place = nil
      state.named = [:]
      state.isTidied = false
      return Array(state.owners.values)
    }
    for owner in owners {
      try? await owner.run { file throws(DraftError) in file.close() }
    }
    if isTemporary { _ = try? OwnerDirectory.erase(path) }
  }
}

extension DraftStore {
  /// A schema, checked and indexed.
  func stored(_ schema: DraftSchema) throws(DraftError) -> StoredSchema {
    try schemas.withValue { schemas throws(DraftError) in try schemas.stored(schema) }
  }

  /// The store's place; nil if there is none and none is to be made.
  ///
  /// At first use purges and imports that were interrupted are finished, by a store that only
  /// looks too: what was purged must not stay because nobody happens to write. Where nothing was
  /// interrupted, nothing is touched.
  func place(creating: Bool) throws(DraftError) -> StorePlace? {
    try state.withValue { state throws(DraftError) in
      if state.place == nil {
        state.place =
          creating
          ? try StorePlace.findOrCreate(path)
          : try StorePlace.find(path, access == .inspection ? .leave : .tighten)
      }
      if let place = state.place { admitEarly(to: place, &state) }
      if access != .inspection, let place = state.place, !state.isTidied {
        state.isTidied = true
        let names = place.ownerNames
        place.tidy(names)
        HandedOver.finishAll(names, in: place, environment: environment)
        ImportJournal.finish(place, environment: environment)
      }
      return state.place
    }
  }

  /// The queue of an owner; nil if there is no store.
  func queue(of owner: DraftOwner, creating: Bool) throws(DraftError) -> OwnerQueue? {
    if let known = state.withValue({ $0.named[owner] }) { return known }
    guard let place = try place(creating: creating) else {
      state.withValue { $0.early[owner] = $0.early[owner] ?? 0 }
      return nil
    }
    let queue = queue(place, place.tag(of: owner), owner: owner)
    state.withValue { state in
      // Not if another call has found meanwhile that the store is another one.
      if state.place != nil { state.named[owner] = queue }
    }
    return queue
  }

  /// The queues this store has used.
  var openQueues: [OwnerQueue] { state.withValue { Array($0.owners.values) } }

  /// The queues of every owner there is, in the order of their tags.
  func allQueues(includingSetAside: Bool = false) throws(DraftError) -> [OwnerQueue] {
    guard let place = try place(creating: false) else { return [] }
    return try place.tags(includingSetAside: includingSetAside).map {
      queue(place, $0, owner: nil)
    }
  }

  /// The queue of an owner who is to end: the store is made if there is none, so that a tombstone
  /// tells every process.
  ///
  /// Nil if it cannot be made: then nobody has anything in it, and this store refuses the owner.
  func queueToEnd(_ owner: DraftOwner) throws(DraftError) -> OwnerQueue? {
    if let queue = try queue(of: owner, creating: false) { return queue }
    guard access == .readWrite else { return nil }
    do throws(DraftError) {
      return try queue(of: owner, creating: true)
    } catch {
      state.withValue { $0.early[owner] = -1 }
      return nil
    }
  }

  /// The queue of an owner who is to end; for nil those of everybody there is, and of those this
  /// store knows by name.
  func queuesToEnd(_ owner: DraftOwner?) throws(DraftError) -> [OwnerQueue] {
    if let owner { return try queueToEnd(owner).map { [$0] } ?? [] }
    for owner in state.withValue({ Array($0.early.keys) }) { _ = try queueToEnd(owner) }
    let present = try allQueues(includingSetAside: true)
    let others = state.withValue { Array($0.named.values) }
    return present + others.filter { other in !present.contains { $0 === other } }
  }

  /// Whether an owner ended while there was no store, and none could be made.
  func hasEndedEarly(_ owner: DraftOwner) -> Bool {
    state.withValue { $0.early[owner].map { $0 < 0 } ?? false }
  }

  /// Forgets that an owner was asked for while there was no store.
  func forgetEarly(_ owner: DraftOwner) { state.withValue { $0.early[owner] = nil } }

  private func queue(_ place: StorePlace, _ tag: OwnerTag, owner: DraftOwner?) -> OwnerQueue {
    state.withValue { queue(place, tag, owner: owner, &$0) }
  }

  private func queue(
    _ place: StorePlace, _ tag: OwnerTag, owner: DraftOwner?, knownSince epoch: Int64? = nil,
    _ state: inout State
  ) -> OwnerQueue {
    if let known = state.owners[tag] {
      if let owner { known.setOwner(owner) }
      return known
    }
    let queue = OwnerQueue(
      place: place, tag: tag, owner: owner, knownSince: epoch, access: access,
      environment: environment, openFiles: openFiles, hub: hub, isBlocking: isBlocking)
    state.owners[tag] = queue
    return queue
  }

  /// Those who were asked for before there was a store have their queues in it.
  private func admitEarly(to place: StorePlace, _ state: inout State) {
    for (owner, epoch) in state.early {
      state.named[owner] = queue(
        place, place.tag(of: owner), owner: owner, knownSince: epoch, &state)
    }
    state.early = [:]
  }

  /// After the store at the path was found to be another one: the next call looks anew.
  func forgetPlace() {
    state.withValue { state in
      state.place = nil
      state.named = [:]
      state.isTidied = false
    }
  }
}
