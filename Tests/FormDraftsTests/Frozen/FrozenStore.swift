import Testing

@testable import FormDrafts

/// A store that an earlier version made: a copy to work on, with the modes a store has.
///
/// Git keeps neither modes nor empty folders, so the copy is made file by file.
enum FrozenStore {
  /// Copies the store of a version into a test's folder.
  static func copy(_ version: String, to folder: StoreFolder) throws {
    let source = "\(Documents.top)/Tests/FormDraftsTests/Fixtures/store-\(version)"
    try #require(try System.status(source)?.kind == .directory, "There is no \(source).")
    try copyFolder(source, to: folder.path)
  }

  static func copyFolder(_ source: String, to target: String) throws {
    _ = try System.makeDirectory(target)
    for name in try System.names(in: source) ?? [] {
      let (from, to) = (source + "/" + name, target + "/" + name)
      if try System.status(from)?.kind == .directory {
        try copyFolder(from, to: to)
      } else {
        // The fixture itself is never opened by SQLite, so reading it drops nobody's locks.
        try System.createFile(to).write(try System.open(from).readAll(limit: 1 << 24))
      }
    }
  }
}
