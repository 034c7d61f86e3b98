/// A copy of a picked file, as it lies in an owner's directory.
enum ManagedFile {
  private static let mark = Array(#""copy":""#.utf8)
  private static let nameBytes = 32

  /// The names of copies that the JSON of a row speaks of.
  ///
  /// By its bytes, so that a row that cannot be read still keeps its files. Text that only looks
  /// like it is written with a backslash before each quotation mark.
  static func copies(in json: [UInt8]) -> [String] {
    var names: [String] = []
    var index = 0
    while index + mark.count + nameBytes < json.count {
      guard json[index] == mark[0], json[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let start = index + mark.count
      let name = String(decoding: json[start..<start + nameBytes], as: UTF8.self)
      if DraftFile.isCopy(name) { names.append(name) }
      index = start
    }
    return names
  }

  /// Why the bytes at a path are not those of a file; nil if they are.
  static func fault(of file: DraftFile, at path: String) -> String? {
    do throws(SystemError) {
      guard let status = try System.status(path), status.kind == .file else {
        return gone(file)
      }
      guard status.size == Int64(file.byteCount) else { return changed }
      guard let digest = file.sha256 else { return nil }
      let open = try System.open(path)
      let (size, found) = try open.digest(limit: status.size)
      return size == status.size && found == digest ? nil : changed
    } catch {
      return error.isMissing ? gone(file) : "The file cannot be read."
    }
  }

  /// One that the form keeps, and not the store, has no copy.
  private static func gone(_ file: DraftFile) -> String {
    file.copy == nil ? "The file is gone." : "The copy of the file is gone."
  }

  private static let changed = "The file has changed."

  /// The name a file was picked under, without what would make it a path.
  static func displayName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" || $0 == "\0" }).last
    var text = last.map(String.init) ?? ""
    while text.utf8.count > DraftLimits.nameBytes { text.removeLast() }
    return text.isEmpty || text == "." || text == ".." ? "file" : text
  }
}

/// A copy that no save has used yet, locked so that no process takes it for left behind.
final class HeldFile: Sendable {
  let file: Descriptor

  init(_ file: consuming Descriptor) { self.file = file }
}

extension Descriptor {
  /// Size and SHA-256 of what is left to read, at most a little more than a limit.
  func digest(limit: Int64) throws(SystemError) -> (size: Int64, sha256: String) {
    var hash = SHA256()
    var size: Int64 = 0
    while size <= limit {
      let chunk = try next(1 << 18)
      if chunk.isEmpty { break }
      hash.update(chunk)
      size += Int64(chunk.count)
    }
    return (size, SHA256.hex(hash.finalize()))
  }
}
