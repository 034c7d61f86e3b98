import CFaults
import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every fault at every call of a piece of work.
///
/// A failure is an error of ours; the store is as before or as after, never between; and when the
/// fault is gone the same store works again.
@MainActor
struct FaultSuite {
  private let rig: Rig
  private let work: Work

  init(_ rig: Rig, _ work: Work) {
    self.rig = rig
    self.work = work
  }

  /// A kind of call, and how it fails.
  struct Fault {
    let name: String
    let kind: Int
    let error: Int32
    var action = 0
    var every = 1
  }

  private static func kind(_ value: faults_kind) -> Int { Int(value.rawValue) }

  /// Each call's likely errors (the manual pages of the calls; result codes of SQLite for steps).
  static let faults: [Fault] =
    [
      Fault(name: "open EMFILE", kind: kind(FAULTS_OPEN), error: EMFILE),
      Fault(name: "open EACCES", kind: kind(FAULTS_OPEN), error: EACCES),
      Fault(name: "read EIO", kind: kind(FAULTS_READ), error: EIO),
      Fault(name: "write ENOSPC", kind: kind(FAULTS_WRITE), error: ENOSPC),
      Fault(name: "write EDQUOT", kind: kind(FAULTS_WRITE), error: EDQUOT),
      Fault(name: "write EIO", kind: kind(FAULTS_WRITE), error: EIO),
      Fault(
        name: "write short", kind: kind(FAULTS_WRITE), error: 0,
        action: Int(FAULTS_SHORT.rawValue)),
      Fault(name: "sync EIO", kind: kind(FAULTS_SYNC), error: EIO),
      Fault(name: "truncate EIO", kind: kind(FAULTS_TRUNCATE), error: EIO),
      Fault(name: "remove EIO", kind: kind(FAULTS_REMOVE), error: EIO),
      Fault(name: "rename EIO", kind: kind(FAULTS_RENAME), error: EIO),
      Fault(name: "mkdir ENOSPC", kind: kind(FAULTS_MKDIR), error: ENOSPC),
      Fault(name: "chmod EPERM", kind: kind(FAULTS_CHMOD), error: EPERM),
      Fault(name: "stat EIO", kind: kind(FAULTS_STAT), error: EIO),
      Fault(name: "lock EAGAIN", kind: kind(FAULTS_LOCK), error: EAGAIN),
      Fault(name: "lock ENOLCK", kind: kind(FAULTS_LOCK), error: ENOLCK),
      Fault(name: "flock EWOULDBLOCK", kind: kind(FAULTS_FLOCK), error: EWOULDBLOCK),
      Fault(name: "flock ENOLCK", kind: kind(FAULTS_FLOCK), error: ENOLCK),
      Fault(name: "mmap ENOMEM", kind: kind(FAULTS_MMAP), error: ENOMEM),
      Fault(name: "list EIO", kind: kind(FAULTS_LIST), error: EIO),
      Fault(name: "memory", kind: kind(FAULTS_MEMORY), error: 1, every: 11),
    ]
    + [
      ("FULL", 13), ("IOERR", 10), ("IOERR_FSYNC", 1034), ("BUSY", 5), ("CORRUPT", 11),
      ("READONLY", 8), ("NOMEM", 7), ("CANTOPEN", 14),
    ].map { name, code in
      Fault(name: "step \(name)", kind: kind(FAULTS_STEP), error: code)
    }

  /// - Parameters:
  ///   - stride: of all runs each so many-th.
  ///   - kind: how the names of the faults begin.
  func run(stride: Int, kind: String) async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    let prepared = try await rig.prepare(work)
    faults_skip_sleep(1)
    var run = 0
    for fault in Self.faults where fault.name.hasPrefix(kind) {
      for isWarm in [false, true] {
        for isSticky in [false, true] {
          // How many calls there are is found out first; then each fails in turn.
          let calls = try await calls(fault, isWarm: isWarm, prepared)
          for nth in Swift.stride(from: 1, through: max(calls, 1), by: fault.every) {
            run += 1
            guard run % max(stride, 1) == 0, calls > 0 else { continue }
            try await once(fault, nth: nth, isWarm: isWarm, isSticky: isSticky, prepared)
          }
        }
      }
    }
    rig.count("calls", run)
  }

  private func calls(_ fault: Fault, isWarm: Bool, _ prepared: Prepared) async throws -> Int {
    if let known = Counts.known[.init(kind: fault.kind, isWarm: isWarm)] { return known }
    let path = rig.newPath()
    try rig.copy(prepared.template, to: path)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
    if isWarm { _ = try await store.list() }
    faults_watch(path)
    faults_arm(-1, 0, 0, 0, 0)
    try await work.run(store, rig)
    for kind in 0..<Int(FAULTS_KINDS.rawValue) {
      Counts.known[.init(kind: kind, isWarm: isWarm)] = faults_count(Int32(kind))
    }
    faults_watch(nil)
    await store.close()
    rig.remove(path)
    return Counts.known[.init(kind: fault.kind, isWarm: isWarm)] ?? 0
  }

  /// How many calls of a kind there are.
  @MainActor
  private enum Counts {
    struct Key: Hashable {
      let kind: Int
      let isWarm: Bool
    }
    static var known: [Key: Int] = [:]
  }

  private func once(
    _ fault: Fault, nth: Int, isWarm: Bool, isSticky: Bool, _ prepared: Prepared
  ) async throws {
    let label =
      "\(work.name) \(fault.name) \(nth)\(isSticky ? " and on" : "")\(isWarm ? " warm" : "")"
    let path = rig.newPath()
    try rig.copy(prepared.template, to: path)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
    if isWarm { _ = try await store.list() }
    faults_watch(path)
    faults_arm(Int32(fault.kind), nth, fault.error, isSticky ? 1 : 0, Int32(fault.action))
    var failure: DraftError?
    do throws(DraftError) {
      try await work.run(store, rig)
    } catch {
      failure = error
    }
    let hits = faults_hits()
    faults_disarm()
    faults_watch(nil)
    rig.count("runs")
    if hits > 0 { rig.count("hits") }
    if failure != nil { rig.count("failures") }
    check(failure, label)
    try await look(at: path, store, failure, label, prepared)
    await store.close()
    rig.remove(path)
    rig.remove(path + ".backup")
  }

  private func check(_ failure: DraftError?, _ label: String) {
    guard let failure else { return }
    rig.count("error \(failure.code.rawValue)")
    if failure.code == .internalError {
      rig.violation("\(label): internal error: \(failure.cause.map { "\($0)" } ?? "")")
    }
    if failure.code == .newerStore || failure.code == .notOurs {
      rig.violation("\(label): \(failure.code.rawValue): \(failure)")
    }
  }

  /// The store as another process finds it, and whether this one goes on.
  private func look(
    at path: String, _ store: DraftStore, _ failure: DraftError?, _ label: String,
    _ prepared: Prepared
  ) async throws {
    let state = await Sample.state(of: path)
    let isBefore = state == prepared.before
    let isAfter = state == prepared.after
    if failure == nil, !isAfter {
      rig.violation("\(label): said done, but is not: \(difference(state, prepared.after))")
    }
    if work.name == "backup", failure == nil {
      let copy = await Sample.state(of: path + ".backup")
      if copy != prepared.before { rig.violation("\(label): a backup of \(copy.count) drafts") }
    }
    if !isBefore, !isAfter {
      rig.violation(
        "\(label): between (\(failure.map { $0.code.rawValue } ?? "no error")): "
          + difference(state, prepared.before))
    }
    do throws(DraftError) {
      if isBefore, !isAfter || work.isReading { try await work.run(store, rig) }
      try await store.save(
        Sample.snapshot("next"), schema: Sample.schema, key: Sample.key(work.bystander, "next"))
    } catch {
      rig.violation(
        "\(label): after the fault: \(error.code.rawValue): \(error) "
          + (error.cause.map { "\($0)" } ?? ""))
      return
    }
    let end = await Sample.state(of: path)
    let expected = Set(prepared.after).subtracting(end)
    if !expected.isEmpty { rig.violation("\(label): lost in the end: \(expected.count) drafts") }
    if end.count != prepared.after.count + 1 {
      rig.violation("\(label): \(end.count) drafts in the end")
    }
  }

  private func difference(_ state: [String], _ expected: [String]) -> String {
    let more = state.filter { !expected.contains($0) }.first ?? "nothing"
    return "\(state.count) drafts of \(expected.count); \(more.prefix(400))"
  }
}
