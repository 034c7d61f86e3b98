import CFaults
import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A disk that is full after so many bytes, for every number of bytes up to what the work takes.
///
/// The work fails with `noSpace` or is done; what was there stays; and when there is room again
/// the same store works.
@MainActor
struct FullSuite {
  private let rig: Rig

  init(_ rig: Rig) { self.rig = rig }

  func run(stride: Int) async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    faults_skip_sleep(1)
    for name in [
      "save", "create", "file", "purge-record", "begin-submit", "import", "migrate-0.1.0",
    ] {
      try await sweep(Work.named(name), stride: stride)
    }
    try await purgeOfOwner()
    try await tmpfs()
  }

  private func sweep(_ work: Work, stride: Int) async throws {
    let prepared = try await rig.prepare(work)
    var bytes = 0
    var isDone = false
    while !isDone {
      isDone = try await once(work, bytes, prepared)
      bytes += stride
      if bytes > 8 << 20 { return rig.violation("\(work.name) never fits") }
    }
  }

  /// Whether the work was done.
  private func once(_ work: Work, _ bytes: Int, _ prepared: Prepared) async throws -> Bool {
    let path = rig.newPath()
    defer { rig.remove(path) }
    try rig.copy(prepared.template, to: path)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
    let label = "\(work.name) with \(bytes) bytes left"
    faults_watch(path)
    faults_set_quota(Int64(bytes))
    var failure: DraftError?
    do throws(DraftError) {
      try await work.run(store, rig)
    } catch {
      failure = error
      rig.count("full")
      if error.code != .noSpace { rig.violation("\(label): \(error.code.rawValue): \(error)") }
    }
    faults_set_quota(-1)
    let state = await Sample.state(of: path)
    if failure == nil, state != prepared.after { rig.violation("\(label): not as after") }
    if failure != nil, state != prepared.before, state != prepared.after {
      rig.violation("\(label): between")
    }
    // Field report 143: one full disk does not end saving.
    do throws(DraftError) {
      if state == prepared.before { try await work.run(store, rig) }
      try await store.save(
        Sample.snapshot("next"), schema: Sample.schema, key: Sample.key(work.bystander, "next"))
    } catch {
      rig.violation("\(label): with room again: \(error.code.rawValue): \(error)")
    }
    await store.close()
    faults_watch(nil)
    rig.count("runs")
    return failure == nil
  }

  /// The purge of an owner works where not one byte is left.
  private func purgeOfOwner() async throws {
    let prepared = try await rig.prepare(Work.named("purge"))
    let path = rig.newPath()
    try rig.copy(prepared.template, to: path)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 800))
    faults_watch(path)
    faults_set_quota(0)
    do throws(DraftError) {
      let receipt = try await store.purge(DraftFilter(owner: "ana"))
      if receipt.erasure != .complete { rig.violation("purge on a full disk: \(receipt.erasure)") }
    } catch {
      rig.violation("purge on a full disk: \(error.code.rawValue): \(error)")
    }
    faults_set_quota(-1)
    faults_watch(nil)
    await store.close()
    if await Sample.state(of: path) != prepared.after { rig.violation("purge: not as after") }
  }

  /// Field report 141, on a real file system of 2 MB where this user may mount one.
  private func tmpfs() async throws {
    #if canImport(Glibc)
      let place = rig.newPath()
      _ = try System.makeDirectory(place)
      guard mount("tmpfs", place, "tmpfs", 0, "size=2m,mode=700") == 0 else {
        return rig.note("no tmpfs: this user may not mount")
      }
      defer { umount(place) }
      let store = DraftStore(path: place + "/store", environment: Sample.environment(ids: 1))
      let key = Sample.key("ana", "r1")
      var snapshot = DraftSnapshot(values: ["note": .text(String(repeating: "a", count: 100_000))])
      let before = snapshot
      try await store.save(Sample.snapshot("2"), schema: Sample.schema, key: Sample.key("bob"))
      try await store.save(snapshot, schema: Sample.schema, key: key, savePoint: .manual)
      let history = try await store.history(of: Sample.id(2)).count
      snapshot.values["note"] = .text(String(repeating: "b", count: 5_000_000))
      do throws(DraftError) {
        try await store.save(snapshot, schema: Sample.schema, key: key, draft: Sample.id(2))
        rig.violation("5 MB fit on 2 MB")
      } catch {
        if error.code != .noSpace { rig.violation("tmpfs: \(error.code.rawValue): \(error)") }
      }
      let answer = await store.restore(key, schema: Sample.schema)
      if answer.draft?.snapshot != before { rig.violation("tmpfs: not as before: \(answer)") }
      if try await store.history(of: Sample.id(2)).count != history {
        rig.violation("tmpfs: save points are gone")
      }
      snapshot.values["note"] = "short"
      try await store.save(snapshot, schema: Sample.schema, key: key, draft: Sample.id(2))
      await store.close()
      rig.count("tmpfs")
    #endif
  }
}
