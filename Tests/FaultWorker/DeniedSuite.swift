import CFaults
import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Field report 137: files that cannot be opened for a while, as on a device that is locked.
///
/// Unavailable is not empty: a restore says so, edits are held, and they are saved once the files
/// can be opened.
@MainActor
struct DeniedSuite {
  private let rig: Rig
  private let key = Sample.key("ana", "r1")

  init(_ rig: Rig) { self.rig = rig }

  func run() async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    faults_skip_sleep(1)
    let work = try await rig.prepare(Work.named("save"))
    for suffix in ["/drafts.db", "/drafts.db-wal", "/lock", "/store.id"] {
      for code in [EACCES, EPERM] {
        try await locked(
          work.template, suffix, begin: { _ in faults_deny(suffix, code) },
          end: { _ in faults_deny(nil, 0) })
      }
    }
    faults_watch(nil)
    try await withModes(work.template)
  }

  /// The same with modes of the file system, which the superuser does not feel.
  private func withModes(_ template: String) async throws {
    let isSuperuser = geteuid() == 0
    if isSuperuser {
      guard chown(rig.root, 65_534, 65_534) == 0, setegid(65_534) == 0, seteuid(65_534) == 0 else {
        return rig.note("cannot become another user")
      }
    }
    defer {
      if isSuperuser {
        seteuid(0)
        setegid(0)
      }
    }
    guard (try? System.names(in: rig.root)) != nil else {
      return rig.note("another user cannot come to \(rig.root); see DRAFTS_RIG")
    }
    for suffix in ["/drafts.db", "/drafts.db-wal", "/lock", "/store.id", "/owners", ""] {
      try await locked(
        template, "mode 000 of \(suffix)",
        begin: { path in
          for file in try paths(suffix, path) { chmod(file, 0) }
        },
        end: { path in
          for file in try paths(suffix, path) {
            chmod(file, suffix.isEmpty || suffix == "/owners" ? 0o700 : 0o600)
          }
        })
      rig.count("modes")
    }
  }

  private func paths(_ suffix: String, _ store: String) throws -> [String] {
    switch suffix {
    case "", "/store.id", "/owners": [store + suffix]
    default: try rig.directories(store).map { $0 + suffix }
    }
  }

  private func locked(
    _ template: String, _ label: String, begin: (String) throws -> Void,
    end: (String) throws -> Void
  ) async throws {
    let path = rig.newPath()
    try copyAsMe(template, to: path)
    faults_watch(path)
    faults_arm(-1, 0, 0, 0, 0)
    // Somebody is connected, so that there is a log.
    let session = DraftSession(
      Sample.snapshot("s"), DraftMapping(Sample.schema),
      in: DraftStore(path: path, environment: Sample.environment(ids: 800)), owner: "ana",
      record: "r9")
    try await session.open()
    session.form.values["note"] = "before"
    try await session.flush()
    try begin(path)
    let cold = DraftStore(path: path, environment: Sample.environment(ids: 850))
    let answer = await cold.restore(key, schema: Sample.schema)
    switch answer {
    case .unreadable(_, let error):
      rig.count("unavailable")
      if error.code != .unavailable {
        rig.violation("\(label): \(error.code.rawValue): \(error)")
      }
    case .restored(let draft) where draft.snapshot == Sample.snapshot("1"):
      rig.count("restored")  // what was denied is not needed to read
    default: rig.violation("\(label): \(answer)")
    }
    session.form.values["note"] = "typed while it was locked"
    do throws(DraftError) {
      try await session.flush()
      rig.count("saved meanwhile")
    } catch {
      rig.count("held")
      if error.code != .unavailable {
        rig.violation("\(label): flush: \(error.code.rawValue): \(error)")
      }
    }
    try end(path)
    do throws(DraftError) {
      try await session.flush()
    } catch {
      rig.violation("\(label): afterwards: \(error.code.rawValue): \(error)")
    }
    let kept = await cold.restore(Sample.key("ana", "r9"), schema: Sample.schema)
    if kept.draft?.snapshot.values["note"] != "typed while it was locked" {
      rig.violation("\(label): the edit is lost: \(kept)")
    }
    let old = await cold.restore(key, schema: Sample.schema)
    if old.draft?.snapshot != Sample.snapshot("1") { rig.violation("\(label): afterwards \(old)") }
    await session.close()
    await cold.close()
    faults_watch(nil)
  }

  /// The template belongs to who made it; a copy belongs to who works.
  private func copyAsMe(_ template: String, to path: String) throws {
    let me = geteuid()
    if me == 65_534 {
      seteuid(0)
      try rig.copy(template, to: path)
      try giveAway(path)
      seteuid(me)
    } else {
      try rig.copy(template, to: path)
    }
  }

  private func giveAway(_ path: String) throws {
    chown(path, 65_534, 65_534)
    for name in (try? System.names(in: path)) ?? [] { try giveAway(path + "/" + name) }
  }
}
