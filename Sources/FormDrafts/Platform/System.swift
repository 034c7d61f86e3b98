#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A system call that failed: which one, on what, and why.
package struct SystemError: Error, Sendable, CustomStringConvertible {
  package let call: String
  package let path: String
  package let code: Int32

  /// Takes `errno` of the call that just failed.
  package init(_ call: String, _ path: String, code: Int32 = errno) {
    self.call = call
    self.path = path
    self.code = code
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }

  /// Nothing is there.
  package var isMissing: Bool { code == ENOENT }

  /// The file system can only be read.
  package var isReadOnly: Bool { code == EROFS }
}

/// What `lstat` says of a path; nothing is opened.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, directory, link, other }

  package let kind: Kind
  package let device: UInt64
  package let inode: UInt64
  package let links: UInt64
  package let owner: UInt32
  package let permissions: UInt32
  package let size: Int64
  package let modified: Int64

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    links = UInt64(status.st_nlink)
    owner = status.st_uid
    permissions = UInt32(status.st_mode) & 0o7777
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Whether both speak of the same file.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// The file system, call by call.
///
/// Everything else here speaks through these, so that what differs between platforms stands in one
/// place.
package enum System {
  /// The status of a path, symbolic links not followed; nil if nothing is there.
  package static func status(_ path: String) throws(SystemError) -> FileStatus? {
    var status = stat()
    // Lent: a text that is passed as it is would be copied first.
    if path.withCString({ lstat($0, &status) }) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw SystemError("lstat", path)
  }

  /// The status of an open file.
  package static func status(of descriptor: Int32, path: String) throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError("fstat", path) }
    return FileStatus(status)
  }

  /// Makes a directory only its owner can enter, whatever the umask.
  ///
  /// False if something is there.
  package static func makeDirectory(_ path: String) throws(SystemError) -> Bool {
    if mkdir(path, 0o700) != 0 {
      if errno == EEXIST { return false }
      throw SystemError("mkdir", path)
    }
    guard chmod(path, 0o700) == 0 else { throw SystemError("chmod", path) }
    return true
  }

  /// Sets permissions.
  package static func setPermissions(_ path: String, _ mode: UInt32) throws(SystemError) {
    guard chmod(path, mode_t(mode)) == 0 else { throw SystemError("chmod", path) }
  }

  /// Makes an empty file only its owner can read, refusing to take one that is there.
  package static func createFile(_ path: String) throws(SystemError) -> Descriptor {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    let file = Descriptor(descriptor, path: path)
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError("fchmod", path) }
    return file
  }

  /// Opens what is there, symbolic links refused.
  package static func open(
    _ path: String, writable: Bool = false, directory: Bool = false
  ) throws(SystemError) -> Descriptor {
    var flags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    flags |= writable ? O_RDWR : O_RDONLY
    if directory { flags |= O_DIRECTORY }
    let descriptor = open(path, flags)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    return Descriptor(descriptor, path: path)
  }

  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  /// Renames; replaces a file, never a directory that holds something.
  package static func rename(_ from: String, to target: String) throws(SystemError) {
    #if canImport(Glibc)
      let result = Glibc.rename(from, target)
    #elseif canImport(Musl)
      let result = Musl.rename(from, target)
    #else
      let result = Darwin.rename(from, target)
    #endif
    guard result == 0 else { throw SystemError("rename", from) }
  }

  /// Copies the bytes of a file to a new one only its owner can read, and makes them durable.
  package static func copyFile(_ source: String, to target: String) throws(SystemError) {
    let input = try open(source)
    let output = try createFile(target)
    while true {
      let chunk = try input.next(1 << 18)
      if chunk.isEmpty { break }
      try output.write(chunk)
    }
    try output.sync()
  }

  /// Removes a file; true if there was one.
  @discardableResult
  package static func removeFile(_ path: String) throws(SystemError) -> Bool {
    if unlink(path) == 0 { return true }
    if errno == ENOENT { return false }
    throw SystemError("unlink", path)
  }

  /// Removes an empty directory.
  package static func removeDirectory(_ path: String) throws(SystemError) {
    guard rmdir(path) == 0 || errno == ENOENT else { throw SystemError("rmdir", path) }
  }

  /// The names in a directory, sorted by bytes, without `.` and `..`; nil if it is not there.
  package static func names(in path: String) throws(SystemError) -> [String]? {
    guard let directory = opendir(path) else {
      if errno == ENOENT { return nil }
      throw SystemError("opendir", path)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes the entries of a directory durable.
  package static func syncDirectory(_ path: String) throws(SystemError) {
    let directory = try open(path, directory: true)
    try directory.sync()
  }

  /// The path without symbolic links; nil if nothing is there.
  package static func realPath(_ path: String) throws(SystemError) -> String? {
    guard let resolved = realpath(path, nil) else {
      if errno == ENOENT { return nil }
      throw SystemError("realpath", path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The user this process acts as.
  package static var userID: UInt32 { geteuid() }

  /// An environment variable, unless empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
