package import FormDrafts

/// The files of a directory, read without this process opening them.
package enum FileTree {
  /// Every file in a directory, at any depth, by its path inside; sorted.
  ///
  /// Links and special files are in it, what they point to is not.
  package static func files(in directory: String) throws(DraftError) -> [String] {
    var found: [String] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      let path = folder.isEmpty ? directory : directory + "/" + folder
      let names = try DraftError.translating { () throws(SystemError) in
        try System.names(in: path) ?? []
      }
      for name in names {
        let inside = folder.isEmpty ? name : folder + "/" + name
        let status = try DraftError.translating { () throws(SystemError) in
          try System.status(directory + "/" + inside)
        }
        if status?.kind == .directory { waiting.append(inside) } else { found.append(inside) }
      }
    }
    return found.sorted()
  }

  /// What a file holds, as another process read it; empty for links and special files, and for a
  /// file that is gone.
  package static func read(_ path: String) throws(DraftError) -> [UInt8] {
    let status = try DraftError.translating { () throws(SystemError) in try System.status(path) }
    guard status?.kind == .file else { return [] }
    do throws(DraftError) {
      return try ChildProcess.output(of: ["/bin/cat", "--", path])
    } catch {
      // A log may be gone between two looks.
      guard try FileTree.isThere(path) else { return [] }
      throw error
    }
  }

  static func isThere(_ path: String) throws(DraftError) -> Bool {
    try DraftError.translating { () throws(SystemError) in try System.status(path) } != nil
  }

  /// What all files of a directory hold, by their paths inside.
  package static func contents(of directory: String) throws(DraftError) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for file in try files(in: directory) { contents[file] = try read(directory + "/" + file) }
    return contents
  }
}
