import Foundation
import Testing

/// The real executable.
enum DraftsProcess {
  /// The executable that was built with the tests; it lies beside the test bundle.
  static let executable: String = {
    var places = [CommandLine.arguments[0], "/proc/self/exe"].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath()
    }
    let arguments = CommandLine.arguments
    if let flag = arguments.firstIndex(of: "--test-bundle-path"), flag + 1 < arguments.count {
      places.insert(URL(fileURLWithPath: arguments[flag + 1]), at: 0)
    }
    for place in places {
      var directory = place.deletingLastPathComponent()
      // On Apple platforms the bundle is a directory: its executable lies three deep.
      for _ in 0..<4 {
        let path = directory.appending(path: "drafts").path
        if FileManager.default.isExecutableFile(atPath: path) { return path }
        directory.deleteLastPathComponent()
      }
    }
    return "drafts-not-found"
  }()
}

extension Workshop {
  /// A process of a shell script in which `drafts` is the executable, on this store, in this
  /// directory.
  func process(_ script: String, input: String? = nil) throws -> ShellProcess {
    try ShellProcess(script, in: self, input: input)
  }

  /// Runs a shell script to its end.
  func shell(_ script: String, input: String? = nil) throws -> Outcome {
    try process(script, input: input).outcome()
  }
}

/// A shell script on its way, its streams in files, so that none can block it.
final class ShellProcess {
  private let process = Process()
  private let out: String
  private let err: String

  init(_ script: String, in workshop: Workshop, input: String?) throws {
    let name = workshop.file("run-\(UUID().uuidString)")
    out = name + ".out"
    err = name + ".err"
    let streams = FileManager.default
    try #require(streams.createFile(atPath: out, contents: nil))
    try #require(streams.createFile(atPath: err, contents: nil))
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: workshop.path)
    var environment = ProcessInfo.processInfo.environment
    let directory = URL(fileURLWithPath: DraftsProcess.executable).deletingLastPathComponent().path
    environment["PATH"] = directory + ":" + (environment["PATH"] ?? "")
    environment["DRAFTS_STORE"] = workshop.store
    environment["COLUMNS"] = nil
    environment["TZ"] = "UTC"
    process.environment = environment
    if let input {
      let file = name + ".in"
      try #require(streams.createFile(atPath: file, contents: Data(input.utf8)))
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: out))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: err))
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var id: Int32 { process.processIdentifier }

  /// Waits for the end. A signal that ended it gives 128 and its number, as in a shell.
  func outcome() throws -> Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      code: process.terminationReason == .exit ? status : 128 + status,
      out: try text(out), err: try text(err))
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }
}
