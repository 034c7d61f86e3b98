import Migrations
import Testing

@testable import FormDrafts

@Suite("Migrations")
struct MigrationTests {
  /// The SHA-256 of each released migration's bytes, in order.
  ///
  /// A line that stands here is never changed again; a new migration adds one when it is released.
  private static let released: [(name: String, digest: String)] = [
    ("0001_drafts", "a440604d89f1c7574ce1d826ea69c1e41b054ff3857e53985df8db722a553ce7"),
    ("0002_lifetimes", "17ee824686288c9544b2aa3b89e6a142ed97cbac4e40b319e3e0b82ff2268230"),
    ("0003_save_points", "08317f6e8e4a72a4c54d297ed64e0c9dcc2be8b3c45bba3bdede91536bacc25e"),
  ]

  @Test("that were released never change")
  func frozen() {
    for (migration, released) in zip(Migrations.all, Self.released) {
      #expect(migration.name == released.name)
      #expect(SHA256.hex(of: Array(migration.sql.utf8)) == released.digest, "\(released.name)")
    }
    #expect(Migrations.all.count >= Self.released.count)
  }

  @Test("are listed in code as they lie in the folder, text by text")
  func listIsFolder() throws {
    let files = try Documents.names(in: "migrations").filter { $0.hasSuffix(".sql") }
    #expect(files == Migrations.all.map { $0.name + ".sql" })
    for (migration, file) in zip(Migrations.all, files) {
      #expect(Array(migration.sql.utf8) == Array(try Documents.text("migrations/\(file)").utf8))
    }
  }

  @Test("are numbered from 1 without a gap, and their names say their number")
  func numbers() {
    #expect(Migrations.all.map(\.version) == Migrations.all.indices.map { Int32($0) + 1 })
    for migration in Migrations.all {
      let digits = String(migration.version)
      let number = String(repeating: "0", count: 4 - digits.count) + digits
      #expect(migration.name.hasPrefix(number + "_"))
    }
  }
}
