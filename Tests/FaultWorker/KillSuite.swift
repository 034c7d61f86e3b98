import CFaults
import FormDrafts
import FormDraftsTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process killed at every change of the disk, or after every step of SQLite.
///
/// What is left is as before or as after, and the work can be done again.
@MainActor
struct KillSuite {
  private let rig: Rig
  private let work: Work
  private let kind: Int

  init(_ rig: Rig, _ work: Work, kind: faults_kind) {
    self.rig = rig
    self.work = work
    self.kind = Int(kind.rawValue)
  }

  /// Does the work and dies in it; in a process of its own.
  static func die(
    _ work: Work, in path: String, kind: Int, at nth: Int, action: Int, _ rig: Rig
  ) async throws {
    try rig.put(Array("a photo of something".utf8), to: rig.photo)
    rig.importLines = String(
      decoding: try System.open(path + ".lines").readAll(limit: 1 << 20), as: UTF8.self)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
    faults_watch(path)
    faults_arm(Int32(kind), nth, 0, 0, Int32(action))
    try await work.run(store, rig)
    faults_watch(nil)
  }

  func run(stride: Int) async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    let prepared = try await rig.prepare(work)
    setenv("DRAFTS_RIG", rig.root, 1)  // what a killed process leaves goes with this one's
    let actions =
      kind == Int(FAULTS_STEP.rawValue)
      ? [FAULTS_KILL_AFTER]
      : [
        FAULTS_KILL_BEFORE, FAULTS_KILL_AFTER,
      ]
    for action in actions {
      var nth = 1
      while try await once(nth, Int(action.rawValue), prepared) {
        nth += stride
        rig.count("kills")
      }
    }
  }

  /// False if the work was done before it came to that call.
  private func once(_ nth: Int, _ action: Int, _ prepared: Prepared) async throws -> Bool {
    let path = rig.newPath()
    try rig.copy(prepared.template, to: path)
    try rig.put(Array(rig.importLines.utf8), to: path + ".lines")
    var isKilled = false
    do throws(DraftError) {
      _ = try ChildProcess.output(of: [
        try executable(), "die", work.name, path, String(kind), String(nth), String(action),
        rig.fixtures,
      ])
    } catch {
      isKilled = true
    }
    let label = "\(work.name) killed at \(nth) (\(action))"
    let state = await Sample.state(of: path)
    if isKilled {
      rig.count(state == prepared.after ? "after" : "before")
      if state != prepared.before, state != prepared.after {
        rig.violation("\(label): between: \(state.count) drafts \(state.last?.prefix(300) ?? "")")
      }
    } else if state != prepared.after {
      rig.violation("\(label): said done, but is not")
    }
    if state != prepared.after {
      let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
      do throws(DraftError) {
        try await work.run(store, rig)
      } catch {
        rig.violation("\(label): afterwards: \(error.code.rawValue): \(error)")
      }
      await store.close()
      let end = await Sample.state(of: path)
      if end != prepared.after { rig.violation("\(label): afterwards not as after") }
    }
    try look(forRestsIn: path, label)
    rig.remove(path)
    rig.remove(path + ".lines")
    return isKilled
  }

  /// Nothing that was begun lies around once the store was opened again.
  private func look(forRestsIn path: String, _ label: String) throws {
    for name in try System.names(in: path + "/owners") ?? [] where name.contains(".") {
      guard !name.hasSuffix(".ended") else { continue }
      rig.violation("\(label): left behind: \(name.dropFirst(32).prefix(12))")
    }
  }

  private func executable() throws(DraftError) -> String {
    try DraftError.translating { () throws(SystemError) in
      try System.realPath("/proc/self/exe") ?? CommandLine.arguments[0]
    }
  }
}
