import FormDrafts
import Foundation

/// A process of its own that works on a store, driven over pipes.
final class Worker {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  /// Starts the executable that stands beside this test bundle.
  init(store: String) throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = folder.appendingPathComponent("StoreWorker")
    process.arguments = [store]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { kill() }

  /// Gives an order.
  func send(_ order: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((order + "\n").utf8))
  }

  /// The next line it says; nil when it is gone.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      buffer += data
    }
  }

  /// Gives an order and returns the last line of the answer.
  func ask(_ order: String) -> String? {
    send(order)
    while let line = line() {
      if !line.hasPrefix("begin"), !line.hasPrefix("ack") { return line }
    }
    return nil
  }

  /// Ends the process at once, as the system would: nothing of its own runs any more.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// A directory for one test, removed with it.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/FormDrafts-processes-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  var store: String { path + "/store" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Numbers that look random and are the same in every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
