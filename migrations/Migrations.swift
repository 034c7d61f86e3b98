/// The store's migrations, in order.
///
/// A released one is frozen: its text never changes again.
package enum Migrations {
  /// One migration: its number is the `user_version` it leads to.
  package struct Script: Sendable {
    package let version: Int32
    package let name: String
    package let sql: String
  }

  /// Every migration; a test compares this list with the folder.
  package static let all: [Script] = [
    Script(
      version: 1, name: "0001_drafts",
      sql: String(decoding: PackageResources._001_drafts_sql, as: UTF8.self)),
    Script(
      version: 2, name: "0002_lifetimes",
      sql: String(decoding: PackageResources._002_lifetimes_sql, as: UTF8.self)),
  ]
}
