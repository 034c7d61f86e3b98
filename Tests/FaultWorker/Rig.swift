import CFaults
import FormDrafts
import FormDraftsTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The directory a suite works in, and what it has found.
@MainActor
final class Rig {
  /// Free of symbolic links.
  let root: String
  let fixtures: String
  private var counts: [String: Int] = [:]
  private var violations = 0
  private var made = 0
  /// Drafts to import, as another store exported them.
  var importLines = ""

  init(fixtures: String) throws {
    self.fixtures = fixtures
    let base = System.environment("DRAFTS_RIG") ?? System.environment("TMPDIR") ?? "/tmp"
    root = "\(try System.realPath(base) ?? base)/FormDrafts-rig-\(Identifiers.random())"
    _ = try System.makeDirectory(root)
  }

  /// Says what was counted, and removes the directory.
  func finish() {
    faults_watch(nil)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { say("count \(name) \(count)") }
    _ = try? OwnerDirectory.erase(root)
  }

  /// Something that must not be; the first hundred are said.
  func violation(_ text: String) {
    violations += 1
    if violations <= 100 { say("violation \(text)") }
  }

  func count(_ name: String, _ number: Int = 1) { counts[name, default: 0] += number }

  func total(_ name: String) -> Int { counts[name, default: 0] }

  func note(_ text: String) { say("note \(text)") }

  /// At once, so that a crash keeps nothing back.
  private func say(_ line: String) {
    let bytes = Array((line.replacing("\n", with: " ") + "\n").utf8)
    _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }

  /// A path nothing lies at yet.
  func newPath() -> String {
    made += 1
    return "\(root)/\(made)"
  }

  /// Removes a copy that was worked on.
  func remove(_ path: String) {
    // Not OwnerDirectory.erase, which overwrites and syncs.
    guard let names = try? System.names(in: path) else {
      _ = try? System.removeFile(path)
      return
    }
    for name in names { remove(path + "/" + name) }
    try? System.removeDirectory(path)
  }

  /// Copies a directory that no store has open.
  func copy(_ source: String, to target: String) throws {
    _ = try System.makeDirectory(target)
    for name in try System.names(in: source) ?? [] {
      let (from, to) = (source + "/" + name, target + "/" + name)
      if try System.status(from)?.kind == .directory {
        try copy(from, to: to)
      } else {
        try put(try System.open(from).readAll(limit: 1 << 28), to: to)
      }
    }
  }

  func put(_ bytes: [UInt8], to path: String) throws {
    try System.removeFile(path)
    try System.createFile(path).write(bytes)
  }

  /// The directory of an owner in a store, by what lies in it.
  func directories(_ store: String) throws -> [String] {
    try (System.names(in: store + "/owners") ?? []).filter { $0.utf8.count == 32 }
      .map { "\(store)/owners/\($0)" }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
