import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe of the system, closed at the end.
final class SystemPipe {
  private(set) var reader: Int32
  private(set) var writer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    reader = ends[0]
    writer = ends[1]
  }

  func closeReader() {
    close(reader)
    reader = -1
  }

  func closeWriter() {
    close(writer)
    writer = -1
  }

  /// Makes an end answer EAGAIN where it would wait.
  func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    if reader >= 0 { close(reader) }
    if writer >= 0 { close(writer) }
  }
}
