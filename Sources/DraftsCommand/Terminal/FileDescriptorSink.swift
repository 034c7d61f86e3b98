#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes to a file descriptor, which stays the caller's.
package final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32
  private let capacity: Int
  private var buffer: [UInt8] = []
  private var failure: StreamFailure?

  /// A sink that keeps up to `capacity` bytes before it writes; with 0 it writes at once.
  package init(descriptor: Int32, capacity: Int) {
    self.descriptor = descriptor
    self.capacity = capacity
  }

  package func write(_ bytes: [UInt8]) throws(StreamFailure) {
    if let failure { throw failure }
    guard buffer.count + bytes.count > capacity else {
      buffer += bytes
      return
    }
    try flush()
    if bytes.count < capacity {
      buffer += bytes
    } else {
      try writeNow(bytes)
    }
  }

  package func flush() throws(StreamFailure) {
    if let failure { throw failure }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    try writeNow(bytes)
  }

  private func writeNow(_ bytes: [UInt8]) throws(StreamFailure) {
    let code = bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) }
    guard code != 0 else { return }
    let failure = code == EPIPE ? StreamFailure.closedPipe : .system(.write, code: code)
    // Part of it may be out already: nothing may follow after a gap.
    self.failure = failure
    throw failure
  }

  /// Writes all bytes and gives 0, or the `errno` that stopped it.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    // write(2) of Darwin refuses more than INT_MAX bytes at once.
    let most = 1 << 30
    var done = 0
    while done < bytes.count {
      let part = UnsafeRawBufferPointer(rebasing: bytes[done..<min(bytes.count, done + most)])
      let written = SystemCall.write(descriptor, part)
      if written > 0 {
        done += written
        continue
      }
      // POSIX leaves a result of 0 open for a count above 0; it must not loop for ever.
      let code = written < 0 ? errno : EIO
      if code == EINTR { continue }
      guard code == EAGAIN, SystemCall.wait(for: descriptor, POLLOUT) else { return code }
    }
    return 0
  }
}
