/// One step of the schema: a script that leads from the version before to `version`.
package struct Migration: Sendable {
  /// The schema version it leads to.
  package var version: Int32
  /// Its name, for people.
  package var name: String
  /// Its statements.
  package var sql: String

  package init(version: Int32, name: String, sql: String) {
    self.version = version
    self.name = name
    self.sql = sql
  }
}

/// Why a database cannot be migrated.
package enum MigratorError: Error, Equatable, Sendable {
  /// The database was made by a later version.
  case newer(found: Int32, supported: Int32)
  /// The database is another application's.
  case foreign(applicationID: Int32)
}

/// Brings a database up to the schema of this version: forward only, step by step.
package struct Migrator: Sendable {
  /// The steps in order.
  package let migrations: [Migration]

  /// A migrator with its steps, whose versions count from 1 without a gap.
  package init(migrations: [Migration]) {
    precondition(
      migrations.map(\.version).elementsEqual(migrations.indices.map { Int32($0) + 1 }),
      "migrations must be numbered 1, 2, 3 … in order")
    self.migrations = migrations
  }

  /// The version it leads to.
  package var latest: Int32 { Int32(migrations.count) }

  /// Runs the steps the database lacks, each in a write transaction of its own together with its
  /// version number, so that a step is there whole or not at all.
  ///
  /// Several processes may do so at once: the version is read again behind the lock, and the step
  /// that somebody else has run meanwhile is passed over.
  ///
  /// - Returns: The versions this call has reached, in order.
  /// - Throws: ``MigratorError``, before anything is written; ``SQLiteError`` if a step fails.
  package func migrate(_ connection: Connection, applicationID: Int32) throws -> [Int32] {
    guard try isPending(connection, latest, applicationID) else { return [] }
    var applied: [Int32] = []
    for migration in migrations {
      let isApplied = try connection.immediateTransaction {
        guard try isPending(connection, migration.version, applicationID) else { return false }
        try connection.execute(migration.sql)
        try connection.setUserVersion(migration.version)
        if migration.version == 1 { try connection.setApplicationID(applicationID) }
        return true
      }
      if isApplied { applied.append(migration.version) }
    }
    return applied
  }

  /// Whether the database is below `version`; it is checked to be ours and not newer.
  private func isPending(
    _ connection: Connection, _ version: Int32, _ applicationID: Int32
  ) throws -> Bool {
    let identity = try connection.readIdentity()
    let isNew = identity.applicationID == 0 && identity.userVersion == 0
    guard isNew || identity.applicationID == applicationID else {
      throw MigratorError.foreign(applicationID: identity.applicationID)
    }
    guard identity.userVersion <= latest else {
      throw MigratorError.newer(found: identity.userVersion, supported: latest)
    }
    return identity.userVersion < version
  }
}
