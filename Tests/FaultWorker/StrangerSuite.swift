import CFaults
import FormDrafts
import FormDraftsSQLite

/// Field report 145: nothing is written outside of the store, so that no other, smaller file system
/// can be full.
///
/// The control is a VACUUM as SQLite does it by itself.
@MainActor
struct StrangerSuite {
  private let rig: Rig

  init(_ rig: Rig) { self.rig = rig }

  func run() async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    let path = rig.newPath()
    faults_watch(path)
    let store = DraftStore(path: path, environment: Sample.environment(ids: 1))
    let text = String(repeating: "long ", count: 40_000)
    for number in 1...20 {
      try await store.save(
        DraftSnapshot(values: ["note": .text("\(number)" + text)]), schema: Sample.schema,
        key: Sample.key("ana", "r\(number)"))
    }
    _ = try await store.list(verifying: true)
    for number in 1...10 {
      let receipt = try await store.purge(
        DraftFilter(owner: "ana", form: "visit", record: .existing("r\(number)")))
      if receipt.erasure != .complete { rig.violation("purge: \(receipt.erasure)") }
    }
    try await store.discard(Sample.id(11))
    _ = try await store.compact()
    _ = try await store.signOut(owner: "ana").erased()
    await store.close()
    rig.count("outside", faults_strangers())
    if faults_strangers() > 0 { rig.violation("\(faults_strangers()) files outside") }
    try control()
  }

  private func control() throws {
    let path = rig.newPath()
    _ = try System.makeDirectory(path)
    faults_watch(path)
    try rig.put([], to: path + "/plain.db")
    let plain = try Connection(path: path + "/plain.db", mode: .readWrite)
    try plain.execute(
      """
      PRAGMA temp_store=FILE;
      CREATE TABLE t (a);
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 4000)
        INSERT INTO t SELECT randomblob(1000) FROM c;
      VACUUM
      """)
    rig.count("outside by itself", faults_strangers())
    faults_watch(nil)
    try plain.close()
  }
}
