import FormDraftsSQLite
import Migrations

extension OwnerFile {
  /// The schema's version that this library writes.
  static var latestVersion: Int32 { migrator.latest }

  private static let migrator = Migrator(
    migrations: Migrations.all.map {
      Migration(version: $0.version, name: $0.name, sql: $0.sql)
    })

  /// Builds the directory under a name of its own and renames it into place when its database is
  /// complete.
  ///
  /// Whoever comes second finds a directory there and uses that.
  func createDirectory() throws {
    guard let owner else {
      throw DraftError(.notFound, "There is no such owner in this store.")
    }
    // Under the lock of the folder nobody takes what is being built for something left behind.
    try place.whileOwnersAreLocked(milliseconds: environment.busyMilliseconds) {
      guard place.isCurrent() else { throw StorePlace.moved(place.path) }
      guard try System.status(directory.path) == nil else { return }
      let epoch = try Tombstone.read(place.tombstone(tag))?.epoch ?? 0
      let temporary = OwnerDirectory(path: "\(directory.path).new-\(Identifiers.random())")
      do {
        try build(temporary, owner: owner, epoch: epoch) { _ in }
        try System.rename(temporary.path, to: directory.path)
      } catch {
        _ = try? OwnerDirectory.erase(temporary.path)
        throw error
      }
      try System.syncDirectory(place.owners)
    }
  }

  /// Makes a complete directory: its lock, and a database with what is put into it.
  ///
  /// The caller holds the lock of the owners' folder, and gives it its name.
  func build(
    _ temporary: OwnerDirectory, owner: DraftOwner, epoch: Int64, _ fill: (DraftRows) throws -> Void
  ) throws {
    _ = try System.makeDirectory(temporary.path)
    let lock = try System.createFile(temporary.lockFile)
    try lock.write(Array("\(epoch)\n".utf8))
    try lock.sync()
    _ = try System.createFile(temporary.ledger)
    try System.createFile(temporary.database).sync()
    try createDatabase(temporary, owner: owner, epoch: epoch, fill)
    try System.syncDirectory(temporary.path)
  }

  private func createDatabase(
    _ directory: OwnerDirectory, owner: DraftOwner, epoch: Int64,
    _ fill: (DraftRows) throws -> Void
  ) throws {
    let connection = try Connection(path: directory.database, mode: .readWrite)
    try connection.setSafetyPragmas()
    try connection.enableWAL(durability: .full)
    _ = try Self.migrator.migrate(connection, applicationID: DraftRows.applicationID)
    let rows = DraftRows(connection: connection, tag: tag, version: Self.migrator.latest)
    try connection.immediateTransaction {
      try rows.insert(
        .init(store: place.id, tag: tag.hex, owner: owner, epoch: epoch, eraseSince: 0), at: now)
      try fill(rows)
    }
    try connection.allowCheckpointOnClose()
    _ = try connection.checkpointTruncate()
    try connection.close()
  }

  /// Opens the database that is there.
  ///
  /// The order matters: looks that open nothing, looks that change nothing, then the rest.
  func connect() throws -> Database {
    do {
      return try connectOnce()
    } catch let error as SQLiteError where error.isCorrupt {
      // A passing read error arrives as CORRUPT, so it is believed only when seen twice.
      return try connectOnce()
    }
  }

  private func connectOnce() throws -> Database {
    try directory.preflight(place.modes)
    let isLogEmpty = try System.status(directory.wal)?.size ?? 0 == 0
    var connection: Connection
    var version: Int32
    if isLogEmpty {
      // With nothing in the log the file alone says it all, and SQLite can be made to read it
      // without a lock, a log or an index beside it (https://www.sqlite.org/uri.html,
      // “immutable”). So a file that is refused keeps every byte, and gets no company. Writers
      // wait for the lock, which is held here.
      connection = try Connection(path: directory.database, mode: .immutable)
      version = try inspect(connection)
      if access == .readWrite {
        try connection.close()
        connection = try Connection(
          path: directory.database, mode: .readWrite,
          busyTimeout: environment.busyMilliseconds)
        try connection.setSafetyPragmas()
      }
    } else {
      connection = try Connection(
        path: directory.database, mode: access == .readWrite ? .readWrite : .readOnly,
        busyTimeout: environment.busyMilliseconds)
      version = try inspect(connection)
    }
    if access == .readWrite {
      try connection.enableWAL(durability: environment.durability)
      _ = try Self.migrator.migrate(connection, applicationID: DraftRows.applicationID)
      version = Self.migrator.latest
    }
    let rows = DraftRows(connection: connection, tag: tag, version: version)
    if access == .readWrite {
      try openLedger(rows)
      try connection.allowCheckpointOnClose()
      try? sweep(connection, rows)  // what is due stays so; it keeps nobody from opening
      try finishErasure(connection, rows)
    }
    guard let files = try directory.identity() else {
      throw DraftError(.storeMoved, "The store was moved while it was opened.")
    }
    return Database(connection: connection, rows: rows, identity: files)
  }

  /// Looks whether the database is ours, of a version we know, of this store and this owner, and
  /// holds nothing but what we put there.
  ///
  /// - Returns: how many migrations it has had.
  private func inspect(_ connection: Connection) throws -> Int32 {
    try connection.setSafetyPragmas()
    let identity = try checkIdentity(connection)
    try checkSchema(connection, version: identity.userVersion)
    try checkOwner(DraftRows(connection: connection, tag: tag, version: identity.userVersion))
    try checkSize(identity)
    return identity.userVersion
  }

  private func checkIdentity(_ connection: Connection) throws -> Connection.Identity {
    let identity = try connection.readIdentity()
    let file = directory.database
    guard identity.applicationID == DraftRows.applicationID else {
      throw DraftError(
        identity.applicationID == 0 ? .damaged : .notOurs,
        identity.applicationID == 0
          ? "The database “\(file.printable)” has lost its header."
          : "The database “\(file.printable)” belongs to another application.",
        hint: "Nothing was changed.", file: file)
    }
    guard identity.userVersion <= Self.migrator.latest else {
      throw DraftError.newerStore(
        found: Int(identity.userVersion), supported: Int(Self.migrator.latest), file: file)
    }
    guard identity.userVersion > 0, identity.encoding == "UTF-8" else {
      throw DraftError(
        .damaged, "The database “\(file.printable)” has lost its header.",
        hint: "Nothing was changed. Repair the store, or bring it back from a backup.", file: file)
    }
    return identity
  }

  /// With no log the file is as long as its header says.
  ///
  /// SQLite reads a last page that is cut without an error.
  private func checkSize(_ identity: Connection.Identity) throws {
    guard try System.status(directory.wal)?.size ?? 0 == 0,
      let size = try System.status(directory.database)?.size
    else { return }
    guard size >= Int64(identity.pageSize) * Int64(identity.pageCount) else {
      throw DraftError(
        .damaged, "The database “\(directory.database.printable)” is cut.",
        hint: "Nothing was changed. Repair the store, or bring it back from a backup.",
        file: directory.database)
    }
  }

  /// A log or a file of another store is refused, and so is another owner's directory.
  private func checkOwner(_ rows: DraftRows) throws {
    guard let meta = try rows.meta() else {
      throw DraftError(
        .damaged, "The database “\(directory.database.printable)” does not say whose it is.",
        hint: "Nothing was changed.", file: directory.database)
    }
    guard meta.store == place.id, meta.tag == tag.hex, place.tag(of: meta.owner) == tag else {
      throw meta.store == place.id ? directory.ofAnotherOwner : directory.ofAnotherStore
    }
    owner = meta.owner
  }
}

extension OwnerFile {
  /// The schema a database of a version must have, made by running the migrations in memory.
  private struct Shape: Equatable, Sendable {
    var objects: Set<[String]> = []
    var columns: [String: [SchemaColumn]] = [:]
    var strict: Set<String> = []

    init(version: Int32) throws {
      let connection = try Connection(path: ":memory:", mode: .readWrite)
      _ = try Migrator(
        migrations: OwnerFile.migrator.migrations.filter { $0.version <= version }
      ).migrate(connection, applicationID: DraftRows.applicationID)
      try self.init(connection)
    }

    init(_ connection: Connection) throws {
      try self.init(connection.schemaObjects(), connection)
    }

    init(_ found: [SchemaObject], _ connection: Connection) throws {
      for object in found {
        objects.insert([object.type, object.name, object.table])
        if object.type == "table" {
          columns[object.name] = try connection.columns(of: object.name)
          if try connection.isStrict(object.name) { strict.insert(object.name) }
        }
      }
    }
  }

  private static let latestShape = try? Shape(version: migrator.latest)

  /// Refuses a database with anything in it that is not ours: a trigger can make a save report
  /// success without storing, or copy values to where a purge does not look.
  private func checkSchema(_ connection: Connection, version: Int32) throws {
    let objects = try connection.schemaObjects()
    if version == Self.migrator.latest, Self.isWordForWord(objects) { return }
    let latest = version == Self.migrator.latest ? Self.latestShape : nil
    guard try Shape(objects, connection) == (latest ?? Shape(version: version)) else {
      throw DraftError(
        .notOurs,
        "The database “\(directory.database.printable)” holds tables, triggers or views that "
          + "are not ours.",
        hint: "Nothing was changed. Repair the store, or bring it back from a backup.",
        file: directory.database)
    }
  }
}
