import DraftsCommand

/// Keeps what is written, and can be told to fail.
final class CapturingSink: ByteSink {
  private(set) var bytes: [UInt8] = []
  private(set) var flushes = 0
  var failure: StreamFailure?

  /// What was written, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: [UInt8]) throws(StreamFailure) {
    if let failure { throw failure }
    self.bytes += bytes
  }

  func flush() throws(StreamFailure) {
    if let failure { throw failure }
    flushes += 1
  }
}

/// An input of given bytes.
final class BytesSource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ text: String = "") { rest = Array(text.utf8)[...] }

  init(bytes: [UInt8]) { rest = bytes[...] }

  func readAll(limit: Int) throws(StreamFailure) -> [UInt8] {
    guard rest.count <= limit else { throw .tooLarge(limit: limit) }
    defer { rest = [] }
    return Array(rest)
  }

  func readLine(limit: Int) throws(StreamFailure) -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    let line = rest.prefix { $0 != 0x0A }
    guard line.count <= limit else { throw .tooLarge(limit: limit) }
    rest = rest.dropFirst(line.count + 1)
    return Array(line)
  }
}

/// Streams that a test feeds and reads.
struct TestStreams {
  let output = CapturingSink()
  let error = CapturingSink()
  var io: CommandIO

  init(
    input: String = "", isTTY: Bool = false, columns: Int = 80,
    environment: [String: String] = [:]
  ) {
    io = CommandIO(
      input: BytesSource(input), output: output, error: error, isInputTTY: isTTY,
      isOutputTTY: isTTY, isErrorTTY: isTTY, columns: columns,
      environment: { environment[$0] })
  }
}
