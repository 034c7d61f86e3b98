/// Who but the user can read or write a store's files, by `lstat` alone.
///
/// Looked at before anything is opened: an open takes away what others may do.
struct StoreModes {
  /// A file or directory that is not the user's alone.
  struct Loose {
    let path: String
    let sentence: String
  }

  private(set) var loose: [Loose] = []
  /// Directories that could not be looked into.
  private(set) var unreadable: [String] = []

  /// Looks at a store's directory, all that is in it, and the directory it stands in.
  ///
  /// - Parameter root: without symbolic links.
  init(of root: String) {
    guard let status = (try? System.status(root)) ?? nil, status.kind == .directory else { return }
    checkParent(of: root, isLoose: status.permissions & Self.others != 0)
    var waiting = [(path: root, depth: 0)]
    while let (path, depth) = waiting.popLast() {
      guard let status = (try? System.status(path)) ?? nil else { continue }
      check(status, path)
      guard status.kind == .directory, depth < Self.depth else { continue }
      guard let names = (try? System.names(in: path)) ?? nil else {
        unreadable.append(path)
        continue
      }
      for name in names.reversed() { waiting.append((path + "/" + name, depth + 1)) }
    }
  }

  /// What group and others may do.
  private static let others: UInt32 = 0o077
  /// The store, its owners, an owner, the files, and one more.
  private static let depth = 5

  private mutating func check(_ status: FileStatus, _ path: String) {
    guard status.kind != .link, status.permissions & Self.others != 0 else { return }
    let what = status.permissions & 0o022 != 0 ? "write to" : "read"
    loose.append(
      Loose(path: path, sentence: "Others can \(what) it; opening the store ends that."))
  }

  private mutating func checkParent(of root: String, isLoose: Bool) {
    guard let slash = root.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let parent = slash == root.startIndex ? "/" : String(root[..<slash])
    guard let status = (try? System.status(parent)) ?? nil else { return }
    // Without the sticky bit whoever may write there may rename what is there.
    if status.permissions & 0o002 != 0, status.permissions & 0o1000 == 0 {
      loose.append(Loose(path: parent, sentence: "Anybody can replace the store in it."))
    } else if isLoose, status.permissions & 0o005 != 0 {
      loose.append(
        Loose(path: parent, sentence: "Anybody can enter it, and the store is not closed."))
    }
  }
}
