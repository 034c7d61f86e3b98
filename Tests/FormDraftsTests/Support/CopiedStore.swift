import FormDraftsTesting

@testable import FormDrafts

/// The files of a store as they lie there, as another process reads them: to copy them in this one
/// would drop the locks that SQLite holds on them.
enum CopiedStore {
  /// Copies a directory with all that is in it.
  static func copy(_ source: String, to target: String) throws {
    _ = try ChildProcess.output(of: ["/bin/cp", "-R", "--", source, target])
  }

  static func bytes(of path: String) throws -> [UInt8] { try FileTree.read(path) }
}
