#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Calls of the system whose names our own methods would hide.
enum SystemCall {
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Darwin)
      Darwin.read(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Whether a descriptor is ready within a time; one that waiting cannot tell about is.
  static func isReady(_ descriptor: Int32, _ event: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&request, 1, milliseconds) != 0
  }

  /// Whether a descriptor is a pipe or a FIFO.
  static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Waits until a descriptor that another process made non-blocking is ready.
  static func wait(for descriptor: Int32, _ event: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
