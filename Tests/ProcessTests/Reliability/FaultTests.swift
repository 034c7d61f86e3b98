import Foundation
import Testing

#if os(Linux)
  /// The rig stands before the C library's functions, which is done for ELF only, and where no
  /// sanitizer stands before them already.
  private let hasFaults = ProcessInfo.processInfo.environment["FORMDRAFTS_SANITIZER"] == nil
#else
  private let hasFaults = false
#endif

@Suite("Every fault at every call", .enabled(if: hasFaults))
struct FaultTests {
  static let works = [
    "save", "create", "file", "restore", "export", "list", "backup", "purge", "purge-record",
    "discard",
    "begin-submit", "end-submit", "sign-out", "adopt", "import", "revert", "scrub",
    "migrate-0.1.0", "migrate-0.2.0", "migrate-0.3.0",
  ]

  @Test(
    "gives an error of ours, the state before or after, and a store that works again",
    arguments: works)
  func faults(work: String) async throws {
    let stride = Soak.choose(601, sanitized: 3_001, soak: 1)
    let report = try await FaultReport("faults", work, String(stride))
    report.expectNoViolations()
    // The control: the faults did happen. How many calls there are differs from run to run (a
    // closing connection, a thread that comes first), so that a late one may not come: of the ten
    // runs of the short form that says nothing, of the thousands of the long one it does.
    #expect(report.count("hits") > 0)
    if Soak.isOn { #expect(report.count("hits") * 2 >= report.count("runs")) }
    // A purge goes on whatever happens, and says that bytes are pending.
    if !["purge", "sign-out"].contains(work) { #expect(report.count("failures") > 0) }
  }

  /// What the long form found once: a file that could not be opened for writing for a moment stayed
  /// so, and memory that was short in the middle of a read was an error nobody knew.
  @Test(
    "Of these kinds at every call, in the short form too",
    arguments: [("save", "open"), ("create", "open"), ("list", "open"), ("restore", "memory")])
  func found(work: String, kind: String) async throws {
    let report = try await FaultReport("faults", work, "1", kind)
    report.expectNoViolations()
    #expect(report.count("failures") > 0)
  }

  @Test(
    "A process killed at any change of the disk leaves the state before or after",
    arguments: works.filter { !["restore", "export", "list", "backup"].contains($0) })
  func kills(work: String) async throws {
    let report = try await FaultReport(
      "kills", work, String(Soak.choose(23, sanitized: 61, soak: 1)))
    report.expectNoViolations()
    #expect(report.count("kills") > 0)
  }

  // Field report 53.
  @Test(
    "A process killed after any statement of a migration leaves a store that is migrated later",
    arguments: ["migrate-0.1.0", "migrate-0.2.0", "migrate-0.3.0"])
  func migrations(work: String) async throws {
    let report = try await FaultReport(
      "step-kills", work, String(Soak.choose(11, sanitized: 41, soak: 1)))
    report.expectNoViolations()
    #expect(report.count("kills") > 2)
  }
}

@Suite("Power loss", .enabled(if: hasFaults))
struct PowerLossTests {
  @Test("after any call takes no save that was acknowledged, and brings nothing purged back")
  func full() async throws {
    let report = try await FaultReport(
      "power-loss", "full", String(Soak.choose(19, sanitized: 97, soak: 1)))
    report.expectNoViolations()
    #expect(report.count("images") > 50)
  }

  @Test("The control: with NORMAL it takes saves")
  func normal() async throws {
    let report = try await FaultReport("power-loss", "normal", "53")
    #expect(report.count("lost") > 0)
  }
}

@Suite("Damage by chance", .enabled(if: hasFaults))
struct ChanceDamageTests {
  @Test("A log cut at any byte gives the last whole save before the cut, and that is told")
  func cut() async throws {
    let report = try await FaultReport("cut", String(Soak.choose(97, sanitized: 997, soak: 1)))
    report.expectNoViolations()
    #expect(report.count("cuts") > 20)
    #expect(report.count("told") > 20)
    // The control: SQLite's own checks find what lost its last saves sound.
    #expect(report.count("lost unchecked") == report.count("told"))
  }

  @Test("A bit flipped in the database is never handed out, and costs no other draft anything")
  func flips() async throws {
    let report = try await FaultReport(
      "flips", String(Soak.choose(160, sanitized: 40, soak: 20_000)), "1", "database")
    report.expectNoViolations()
    #expect(report.count("restored") > 0)
    // The control: SQLite's own checks find those databases sound, and hand out what is wrong.
    #expect(report.count("wrong unchecked") > 0)
  }

  @Test("A bit flipped in the log gives an earlier state, whole")
  func flipsInLog() async throws {
    let report = try await FaultReport(
      "flips", String(Soak.choose(60, sanitized: 20, soak: 20_000)), "2", "log")
    report.expectNoViolations()
    #expect(report.count("restored") > 0)
    // The control: the flips did cost saves.
    #expect(report.count("earlier") > 0)
    #expect(report.count("told") > 0)
  }
}

@Suite("Room and permissions", .enabled(if: hasFaults))
struct RoomTests {
  // Field reports 141 and 143.
  @Test("A disk that is full after any number of bytes leaves what was there, and work goes on")
  func full() async throws {
    let report = try await FaultReport(
      "full", String(Soak.choose(9_001, sanitized: 60_001, soak: 512)))
    report.expectNoViolations()
    #expect(report.count("full") > 5)
  }

  // Field report 137.
  @Test("Files that cannot be opened for a while are “unavailable”, and the edits are kept")
  func denied() async throws {
    let report = try await FaultReport("denied")
    report.expectNoViolations()
    #expect(report.count("unavailable") > 0)
  }

  // Field report 145.
  @Test("Nothing is written outside of the store")
  func outside() async throws {
    let report = try await FaultReport("strangers")
    report.expectNoViolations()
    #expect(report.count("outside by itself") > 0, "the control finds nothing")
  }
}
