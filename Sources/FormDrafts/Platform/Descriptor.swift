#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed when its owner goes.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32
  package let path: String

  init(_ raw: Int32, path: String) {
    self.raw = raw
    self.path = path
  }

  deinit { close(raw) }

  /// What kind of file it is, and whose.
  package func status() throws(SystemError) -> FileStatus {
    try System.status(of: raw, path: path)
  }

  /// Everything in the file, up to a limit in bytes.
  package func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var result: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { rawRead(raw, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError("read", path)
      }
      if count == 0 { return result }
      result.append(contentsOf: chunk[0..<count])
      if result.count > limit { throw SystemError("read", path, code: EFBIG) }
    }
  }

  /// The next bytes, at most so many; none at the end.
  package func next(_ count: Int) throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: count)
    while true {
      let done = chunk.withUnsafeMutableBytes { rawRead(raw, $0.baseAddress, $0.count) }
      if done >= 0 {
        chunk.removeLast(count - done)
        return chunk
      }
      if errno != EINTR { throw SystemError("read", path) }
    }
  }

  /// Writes all bytes at the current place.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        rawWrite(raw, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError("write", path)
      }
      done += count
    }
  }

  /// At most so many bytes from a place in the file; fewer at its end.
  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let done = bytes.withUnsafeMutableBytes { pread(raw, $0.baseAddress, count, off_t(offset)) }
      if done >= 0 {
        bytes.removeLast(count - done)
        return bytes
      }
      if errno != EINTR { throw SystemError("pread", path) }
    }
  }

  /// Writes all bytes at a place in the file.
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        pwrite(
          raw, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError("pwrite", path)
      }
      done += count
    }
  }

  /// Overwrites the file with zeros, keeping its size.
  package func overwrite() throws(SystemError) {
    var left = try status().size
    guard lseek(raw, 0, SEEK_SET) >= 0 else { throw SystemError("lseek", path) }
    let zeros = [UInt8](repeating: 0, count: 65_536)
    while left > 0 {
      try write(left < 65_536 ? Array(zeros[0..<Int(left)]) : zeros)
      left -= 65_536
    }
  }

  /// Makes what was written durable.
  ///
  /// Apple's `fsync` does not reach the medium; `F_FULLFSYNC` does (fsync(2) there says so).
  package func sync() throws(SystemError) {
    #if canImport(Darwin)
      if fcntl(raw, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(raw) == 0 else { throw SystemError("fsync", path) }
  }

  /// Takes the file's exclusive `flock` within a time; false when somebody else keeps it.
  ///
  /// Waits by asking again after 0.2 ms, growing to 5 ms: `flock` itself knows no deadline.
  package func lock(milliseconds: Int32) throws(SystemError) -> Bool {
    var waited = 0
    var pause = 200
    while flock(raw, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw SystemError("flock", path) }
      if waited >= Int(milliseconds) * 1_000 { return false }
      var request = timespec(tv_sec: 0, tv_nsec: pause * 1_000)
      nanosleep(&request, nil)
      waited += pause
      pause = min(pause + pause / 2, 5_000)
    }
    return true
  }

  /// Gives the `flock` back.
  package func unlock() { flock(raw, LOCK_UN) }
}

private func rawRead(_ descriptor: Int32, _ pointer: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  #if canImport(Glibc)
    Glibc.read(descriptor, pointer, count)
  #elseif canImport(Musl)
    Musl.read(descriptor, pointer, count)
  #else
    Darwin.read(descriptor, pointer, count)
  #endif
}

private func rawWrite(_ descriptor: Int32, _ pointer: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    Glibc.write(descriptor, pointer, count)
  #elseif canImport(Musl)
    Musl.write(descriptor, pointer, count)
  #else
    Darwin.write(descriptor, pointer, count)
  #endif
}
