import FormDrafts
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is built beside its place goes when its maker is stopped, and at the next run if it is killed.
@Suite("An export or a backup that is interrupted", .serialized)
struct InterruptionTests {
  private let shop: Workshop

  /// A store with so many drafts that both take a while.
  init() async throws {
    shop = try Workshop()
    // Another test may have the process's umask open while the directory is made; doctor would say so.
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shop.path)
    let id = try await shop.save("--owner", "ana")
    let line = await shop.run("export", id).out
    var lines = ""
    for number in 0..<1_500 {
      let digits = String(number)
      let other = id.dropLast(digits.count) + digits
      lines += line.replacing(id, with: other)
    }
    try shop.write("many.jsonl", lines)
    let imported = await shop.run("import", shop.file("many.jsonl"))
    try #require(imported.code == 0, "\(imported.err)")
  }

  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: shop.path).filter { $0.contains(".new-") }
  }

  /// Runs it until something lies beside its place, and sends the signal.
  private func interrupt(_ words: String, with signal: Int32) throws -> Outcome {
    let process = try shop.process("exec drafts \(words)")
    while try leftovers().isEmpty {
      var info = siginfo_t()
      // Ended already, which is no interruption: the outcome says so.
      if waitid(P_PID, id_t(process.id), &info, WEXITED | WNOHANG | WNOWAIT) == 0,
        info.si_signo == SIGCHLD
      {
        break
      }
      sched_yield()
    }
    kill(process.id, signal)
    return try process.outcome()
  }

  @Test(
    "Stopped: nothing is left, what was there before stays, and the parent is told by which signal",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func stopped(signal: Int32) throws {
    try shop.write("out.jsonl", "old")
    let export = try interrupt("export --output out.jsonl", with: signal)
    #expect(export.code == 128 + signal, "\(export.err)")
    #expect(try leftovers() == [])
    #expect(try String(contentsOfFile: shop.file("out.jsonl"), encoding: .utf8) == "old")

    let backup = try interrupt("backup copy", with: signal)
    #expect(backup.code == 128 + signal, "\(backup.err)")
    #expect(try leftovers() == [])
    #expect(!FileManager.default.fileExists(atPath: shop.file("copy")))
    let doctor = try shop.shell("drafts doctor")
    #expect(doctor.code == 0, "\(doctor.out)\(doctor.err)")
  }

  @Test("Killed: the next run removes what is left, and nothing that is somebody else's")
  func killed() throws {
    for words in ["export --output out.jsonl", "backup copy"] {
      let outcome = try interrupt(words, with: SIGKILL)
      #expect(outcome.code == 128 + SIGKILL)
      let left = try leftovers()
      #expect(left.count == 1)
      // Killed as early as can be.
      if words.hasPrefix("backup") {
        for (name, file) in [("1a1a1a1a", nil), ("2b2b2b2b", "store.id")] as [(String, String?)] {
          try FileManager.default.createDirectory(
            atPath: shop.file("copy.new-\(name)"), withIntermediateDirectories: false)
          if let file { try shop.write("copy.new-\(name)/\(file)", "") }
        }
      }
      // Of another name, of another store, and what nobody here makes.
      try shop.write("other.jsonl.new-0a1b2c3d", "other")
      let mine = ["out.jsonl.new-draft", "out.jsonl.new-", "out.jsonl.new-2"]
      for name in mine {
        try shop.write(name, "mine")
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o600], ofItemAtPath: shop.file(name))
      }
      try FileManager.default.createDirectory(
        atPath: shop.file("copy.new-0a1b2c3d/pictures"), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        atPath: shop.file("copy.new-4e5f6a7b"), withIntermediateDirectories: true)
      try shop.write("copy.new-4e5f6a7b/store.id", UUID().uuidString + "\n")
      let again = try shop.shell("drafts \(words)")
      #expect(again.code == 0, "\(again.err)")
      #expect(
        try Set(leftovers())
          == Set(mine + ["other.jsonl.new-0a1b2c3d", "copy.new-0a1b2c3d", "copy.new-4e5f6a7b"]))
      for name in try leftovers() { try FileManager.default.removeItem(atPath: shop.file(name)) }
    }
  }
}
