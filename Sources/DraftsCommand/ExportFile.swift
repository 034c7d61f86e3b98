import FormDrafts

/// A file that appears under its name only when it is complete, readable by its owner alone.
///
/// Until then what was there before stays, whatever goes wrong.
final class ExportFile {
  private let path: String
  private let file: UnfinishedFile

  /// Begins a file beside the place where it shall be; those that processes left which died are
  /// removed.
  init(path: String) throws {
    guard !path.isEmpty else {
      throw UsageError("--output names no file.", hint: "Leave it out for the standard output.")
    }
    self.path = path
    do throws(SystemError) {
      if let status = try System.status(path), status.kind != .file {
        throw SystemError("open", path, code: 0)
      }
      UnfinishedFile.sweep(path) { $1.kind == .file && $1.links == 1 && $1.permissions == 0o600 }
      file = try UnfinishedFile(for: path, isDirectory: false)
    } catch {
      throw Self.failure(error, path)
    }
  }

  func write(_ bytes: [UInt8]) throws(DraftError) {
    do throws(SystemError) {
      try file.descriptor.write(bytes)
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Gives the file its name.
  func finish() throws(DraftError) {
    do throws(SystemError) {
      try file.descriptor.sync()
      try System.rename(file.path, to: path)
      try System.syncDirectory(directory)
    } catch {
      throw Self.failure(error, path)
    }
  }

  /// Removes what was begun.
  func abandon() { file.abandon() }

  private var directory: String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What went wrong, about the file the person named and not the one it is built in.
  private static func failure(_ error: SystemError, _ path: String) -> DraftError {
    let name = path.echoed
    // Nothing failed: there is something of that name which is no file.
    guard error.code != 0 else {
      return DraftError(
        .cannotCreate, "“\(name)” is there and is not a file.",
        hint: "Name a file, or leave --output out for the standard output.", file: path)
    }
    let words = DraftError(error)
    guard error.call != "write", error.call != "fsync", words.code != .noSpace else {
      return DraftError(
        words.code, "“\(name)” could not be written: \(error).",
        hint: "What was there before is unchanged. " + (words.hint ?? ""), file: path, cause: error)
    }
    return DraftError(
      .cannotCreate, "“\(name)” cannot be created: \(error).",
      hint: "Name a file in a directory you may write to.", file: path, cause: error)
  }
}
