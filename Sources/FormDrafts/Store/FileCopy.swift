/// A copy of a file that was just made: synced under its name, and locked.
struct FileCopy: Sendable {
  let size: Int64
  let sha256: String
  let held: HeldFile

  private static let limit = Int64(DraftLimits.fileBytes)

  /// Copies a file: written, synced, renamed, the directory synced.
  init(of source: String, to directory: String, as name: String) throws(DraftError) {
    let input = try Self.open(source)
    let status = try DraftError.translating { () throws(SystemError) in try input.status() }
    // What is no file of bytes would be waited for.
    guard status.kind == .file else {
      throw DraftError(
        .invalidArgument, "What was picked is not a regular file.", hint: "Pick a file.")
    }
    guard status.size <= Self.limit else { throw Self.tooLarge }
    let temporary = directory + "/" + name + ".new"
    do {
      let output = try System.createFile(temporary)
      (size, sha256) = try Self.copy(input, to: output)
      guard size <= Self.limit else { throw Self.tooLarge }
      try System.rename(temporary, to: directory + "/" + name)
      try System.syncDirectory(directory)
      held = HeldFile(output)
    } catch {
      _ = try? OwnerDirectory.erase(temporary)
      throw DraftError.wrapping(error, file: temporary)
    }
  }

  /// Copies bytes, up to a little more than the limit, and syncs them.
  private static func copy(
    _ input: borrowing Descriptor, to output: borrowing Descriptor
  ) throws -> (Int64, String) {
    guard try output.lock(milliseconds: 0) else { throw OwnerFile.busy }
    var hash = SHA256()
    var size: Int64 = 0
    while size <= limit {
      let chunk = try input.next(1 << 18)
      if chunk.isEmpty { break }
      hash.update(chunk)
      size += Int64(chunk.count)
      try output.write(chunk)
    }
    try output.sync()
    return (size, SHA256.hex(hash.finalize()))
  }

  // Where somebody keeps a file, and what they call it, is theirs: no error says it.

  private static var tooLarge: DraftError {
    DraftError(
      .tooLarge, "The picked file is larger than \(limit) bytes.",
      hint: "Let the form keep it, and save where it lies.")
  }

  private static func open(_ source: String) throws(DraftError) -> Descriptor {
    do throws(SystemError) {
      return try System.open(try System.realPath(source) ?? source)
    } catch {
      throw DraftError(
        DraftError(error).code,
        error.isMissing ? "The picked file is not there." : "The picked file cannot be read.",
        hint: "Pick it again.")
    }
  }
}
