#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads from a file descriptor.
package final class FileDescriptorSource: ByteSource {
  private static let chunk = 64 << 10
  /// How long a named pipe may be without a writer, in milliseconds.
  private static let patience: Int32 = 1_000
  private let descriptor: Int32
  private let closes: Bool
  private var buffer: [UInt8] = []
  /// A pipe opened by its name, and no byte read yet: its writer may still have to come.
  private var awaitsWriter = false

  /// A source over a descriptor that stays the caller's.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
    closes = false
  }

  /// A source over a file, a pipe or a device, closed with the source.
  ///
  /// Read inputs before the store is opened: closing any descriptor of a database file would drop
  /// the locks that SQLite holds on it (sqlite.org/howtocorrupt.html, 2.2), and a path can name
  /// one by mistake.
  ///
  /// A named pipe is given a second for somebody to write to it, and then as long as it takes.
  ///
  /// - Throws: ``StreamFailure/system(_:code:)``.
  package init(path: String) throws(StreamFailure) {
    // A NUL would end the path early and name another file.
    guard !path.utf8.contains(0) else { throw .system(.open, code: ENOENT) }
    var opened: Int32
    repeat {
      // O_NONBLOCK: with no writer, `open` of a FIFO would wait for one for ever (POSIX open).
      opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw .system(.open, code: errno) }
    descriptor = opened
    closes = true
    awaitsWriter = SystemCall.isPipe(opened)
  }

  deinit {
    if closes { close(descriptor) }
  }

  package func readAll(limit: Int) throws(StreamFailure) -> [UInt8] {
    while buffer.count <= limit {
      guard try fill() else {
        defer { buffer = [] }
        return buffer
      }
    }
    throw .tooLarge(limit: limit)
  }

  package func readLine(limit: Int) throws(StreamFailure) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        guard end <= limit else { throw .tooLarge(limit: limit) }
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
      }
      searched = buffer.count
      guard searched <= limit else { throw .tooLarge(limit: limit) }
      guard try fill() else {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : buffer
      }
    }
  }

  /// Reads what is there, waiting for the first byte; `false` at the end.
  private func fill() throws(StreamFailure) -> Bool {
    var isAbandoned = false
    if awaitsWriter {
      awaitsWriter = false
      isAbandoned = !SystemCall.isReady(descriptor, POLLIN, within: Self.patience)
    }
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { space, count in
        let got = SystemCall.read(descriptor, UnsafeMutableRawBufferPointer(space))
        code = got < 0 ? errno : 0
        count = max(0, got)
      }
      if code == 0 {
        // A pipe that has a writer, only a slow one, says EAGAIN instead of an end.
        if bytes.isEmpty, isAbandoned { throw .noWriter }
        buffer += bytes
        return !bytes.isEmpty
      }
      if code == EINTR { continue }
      guard code == EAGAIN, SystemCall.wait(for: descriptor, POLLIN) else {
        throw .system(.read, code: code)
      }
    }
  }
}
