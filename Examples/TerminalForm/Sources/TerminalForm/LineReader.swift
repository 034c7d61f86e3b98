#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads standard input line by line.
struct LineReader {
  private var waiting: [UInt8] = []
  private var searched = 0
  private var hasEnded = false

  /// The next line without its end (LF, or CR LF); nil when there are no more.
  ///
  /// A last line needs no end.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        var line = Array(waiting[..<end])
        waiting.removeSubrange(...end)
        searched = 0
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line
      }
      searched = waiting.count
      if hasEnded {
        defer { (waiting, searched) = ([], 0) }
        return waiting.isEmpty ? nil : waiting
      }
      fill()
    }
  }

  private mutating func fill() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR { return }
    guard count > 0 else {
      hasEnded = true  // an error too: a terminal that was closed reads as EIO
      return
    }
    waiting += buffer[..<count]
  }
}
