#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
@testable import FormDrafts

extension System {
  /// Makes a pipe with a name: whoever opens one to read waits for a writer.
  static func makePipe(_ path: String) throws(SystemError) {
    guard mkfifo(path, 0o600) == 0 else { throw SystemError("mkfifo", path) }
  }
}

extension Descriptor {
  /// Sets the size; what is added takes no space.
  func truncate(to size: Int64) throws(SystemError) {
    guard ftruncate(raw, off_t(size)) == 0 else { throw SystemError("ftruncate", path) }
  }
}
