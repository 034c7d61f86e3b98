/// A file or directory that is built beside its place, and renamed there when it is complete.
///
/// Whoever builds it holds its `flock`. So one that nobody holds was left by a process that died, and
/// the next that builds for the same place removes it.
package struct UnfinishedFile: ~Copyable, Sendable {
  package let path: String
  package let descriptor: Descriptor

  private static let mark = ".new-"

  /// Makes an empty one, readable by its owner alone.
  ///
  /// - Parameters:
  ///   - target: where it shall be in the end.
  ///   - isDirectory: a directory, and not a file.
  package init(for target: String, isDirectory: Bool) throws(SystemError) {
    while true {
      let path = target + Self.mark + Identifiers.random().prefix(8)
      let descriptor: Descriptor
      if isDirectory {
        guard try System.makeDirectory(path) else { continue }
        descriptor = try System.open(path, directory: true)
      } else {
        descriptor = try System.createFile(path)
      }
      // Where files have no locks it does without, and what a process leaves there stays. Between the
      // two another process may have taken it for something left.
      let isLocked = (try? descriptor.lock(milliseconds: 1_000)) ?? true
      guard isLocked, let status = try System.status(path),
        status.isSameFile(as: try descriptor.status())
      else { continue }
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  /// Overwrites and removes it; where it cannot be overwritten, on a full disk say, it goes all the
  /// same.
  package func abandon() {
    do throws(SystemError) {
      try OwnerDirectory.erase(path)
    } catch {
      Self.remove(path)
    }
  }

  /// Whether a name ends as ours do, so that `FILE.new-2` is somebody else's: eight digits, or the
  /// UUID of version 0.6.0 and before.
  private static func isMark(_ bytes: Substring.UTF8View) -> Bool {
    bytes.count == 8 && bytes.allSatisfy(Hexadecimal.isLowerDigit)
      || DraftID(String(decoding: bytes, as: UTF8.self)) != nil
  }

  private static func remove(_ path: String) {
    if (try? System.status(path))??.kind == .directory {
      for name in (try? System.names(in: path) ?? []) ?? [] { remove(path + "/" + name) }
      try? System.removeDirectory(path)
    } else {
      _ = try? System.removeFile(path)
    }
  }

  /// Removes what processes that died left of the same kind for the same place; failures are left to
  /// the next.
  ///
  /// - Parameters:
  ///   - target: the place.
  ///   - isOurs: whether what lies at a path is what is built here.
  package static func sweep(_ target: String, where isOurs: (String, FileStatus) -> Bool) {
    let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(target[...$0]) } ?? "./"
    let prefix = (slash.map { String(target[target.index(after: $0)...]) } ?? target) + mark
    for name in (try? System.names(in: folder) ?? []) ?? []
    where name.utf8.starts(with: prefix.utf8) && isMark(name.utf8.dropFirst(prefix.utf8.count)) {
      let path = folder + name
      guard let status = (try? System.status(path)) ?? nil, isOurs(path, status),
        let left = try? System.open(path, directory: status.kind == .directory),
        (try? left.lock(milliseconds: 0)) == true,
        let now = (try? System.status(path)) ?? nil, let mine = try? left.status(),
        now.isSameFile(as: mine)
      else { continue }
      if (try? OwnerDirectory.erase(path)) == nil { remove(path) }
    }
  }
}
