import FormDrafts
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process of its own that works on a store, driven over pipes.
///
/// Not Foundation's `Process`, which reads past a buffer before it starts a child; the address
/// sanitizer says so.
final class Worker {
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isRunning = true

  /// Starts the executable that stands beside this test bundle.
  init(store: String) throws {
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    try #require(posix_spawn_file_actions_init(&actions) == 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, 0)
    posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    let words: [String] = [Self.executable, store]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var id: pid_t = 0
    try #require(posix_spawn(&id, Self.executable, &actions, nil, &arguments, environ) == 0)
    close(childInput)
    close(childOutput)
    (self.id, self.input, self.output) = (id, input, output)
  }

  deinit {
    kill()
    close(input)
    close(output)
  }

  private static var executable: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("StoreWorker").path
  }

  /// The two ends of a pipe that no other child inherits.
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      try #require(Darwin.pipe(&ends) == 0)
    #else
      try #require(Glibc.pipe(&ends) == 0)
    #endif
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Gives an order.
  func send(_ order: String) {
    let bytes = Array((order + "\n").utf8)
    let written = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    precondition(written == bytes.count, "the worker takes orders")
  }

  /// The next line it says; nil when it is gone.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = chunk.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
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
    guard isRunning else { return }
    isRunning = false
    #if canImport(Darwin)
      Darwin.kill(id, SIGKILL)
    #else
      Glibc.kill(id, SIGKILL)
    #endif
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
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
