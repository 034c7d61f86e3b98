import FormDrafts

/// A file that appears under its name only when it is complete, readable by its owner alone.
final class ExportFile {
  private let path: String
  private let temporary: String
  private let file: Descriptor

  /// Begins a file beside the place where it shall be.
  init(path: String) throws {
    self.path = path
    temporary = "\(path).\(Identifiers.random().prefix(8))"
    do throws(SystemError) {
      if let status = try System.status(path), status.kind != .file {
        throw SystemError("open", path, code: 17)
      }
      file = try System.createFile(temporary)
    } catch {
      throw DraftError(
        DraftError(error).code == .noSpace ? .noSpace : .cannotCreate,
        "The file “\(path.echoed)” cannot be written: \(error).",
        hint: "Name a file in a directory you may write to.", file: path, cause: error)
    }
  }

  func write(_ bytes: [UInt8]) throws(DraftError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw DraftError(error)
    }
  }

  /// Gives the file its name.
  func finish() throws {
    do throws(SystemError) {
      try file.sync()
      try System.rename(temporary, to: path)
    } catch {
      abandon()
      throw DraftError(error)
    }
  }

  /// Removes what was begun.
  func abandon() { _ = try? System.removeFile(temporary) }
}
