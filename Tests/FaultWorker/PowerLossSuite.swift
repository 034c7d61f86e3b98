import CFaults
import FormDrafts

/// The disk as a power loss may leave it, after every call of a store's life: made, saved to,
/// checkpointed, purged.
///
/// Every save that was acknowledged is there; a purge that was acknowledged stays. With NORMAL,
/// the control, saves get lost.
@MainActor
struct PowerLossSuite {
  private let rig: Rig
  private let isFull: Bool
  private static let saves = 48
  private static let marker = "canary-7f3a91"
  private static let purgedBob = 5_000
  private static let purgedAna = 6_000

  init(_ rig: Rig, isFull: Bool) {
    self.rig = rig
    self.isFull = isFull
  }

  func run(stride: Int) async throws {
    guard faults_available() == 1 else { return rig.violation("no faults on this platform") }
    let path = rig.newPath()
    try await live(at: path)
    var disk = RecordedDisk(root: path)
    var random = Seeded(1)
    var marks = Marks()
    for index in 0..<faults_event_count() {
      if let mark = disk.apply(faults_event_at(index)) { marks.take(mark) }
      rig.count("calls")
      guard index % stride == 0 else { continue }
      for probability in [0, 0.2, 0.5, 0.8, 1] {
        let image = disk.afterPowerLoss(probability, &random)
        try await check(image, marks, "call \(index), p=\(probability)")
        rig.count("images")
      }
    }
  }

  /// What was begun and acknowledged before a call.
  private struct Marks {
    var revision = 0
    var isBobSaved = false
    var begun = 0
    var done = 0

    mutating func take(_ mark: Int) {
      switch mark {
      case 1...1_000: revision = mark
      case 2_000: isBobSaved = true
      case _ where mark < 0: begun = -mark
      default: done = mark
      }
    }
  }

  /// Text that names the revision, now and then long, so that the log is checkpointed and cut.
  private static func text(_ revision: Int) -> String {
    "\(marker) v\(revision) " + String(repeating: "x", count: revision % 3 == 0 ? 24_000 : 40)
  }

  private func live(at path: String) async throws {
    let store = DraftStore(
      path: path,
      environment: Sample.environment(ids: 1, synchronisation: isFull ? .full : .normal))
    faults_watch(path)
    faults_arm(-1, 0, 0, 0, 0)
    faults_record(1)
    var draft: DraftID?
    for revision in 1...Self.saves {
      let receipt = try await store.save(
        DraftSnapshot(values: ["note": .text(Self.text(revision))]), schema: Sample.schema,
        key: Sample.key("ana", "r1"), draft: draft)
      draft = receipt.draft
      faults_mark(Int64(revision))
      if revision == 20 {
        try await store.save(
          DraftSnapshot(values: ["note": .text("\(Self.marker) bob")]), schema: Sample.schema,
          key: Sample.key("bob"))
        faults_mark(2_000)
      }
      if revision == 40 {
        faults_mark(Int64(-Self.purgedBob))
        let receipt = try await store.purge(DraftFilter(owner: "bob"))
        if receipt.erasure == .complete { faults_mark(Int64(Self.purgedBob)) }
      }
    }
    faults_mark(Int64(-Self.purgedAna))
    let receipt = try await store.purge(
      DraftFilter(owner: "ana", form: "visit", record: "r1"))
    if receipt.erasure == .complete { faults_mark(Int64(Self.purgedAna)) }
    await store.close()
    faults_record(0)
    faults_watch(nil)
  }

  private func check(
    _ image: (directories: [String], files: [String: [UInt8]]), _ marks: Marks, _ label: String
  ) async throws {
    let path = rig.newPath()
    defer { rig.remove(path) }
    for directory in image.directories { _ = try System.makeDirectory(path + directory) }
    for (name, bytes) in image.files { try rig.put(bytes, to: path + name) }
    let store = DraftStore(path: path, environment: Sample.environment(ids: 500))
    let answer = await store.restore(Sample.key("ana", "r1"), schema: Sample.schema)
    judge(answer, marks, label)
    let bob = await store.restore(Sample.key("bob"), schema: Sample.schema)
    switch bob {
    case .none:
      if marks.isBobSaved, marks.begun < Self.purgedBob { lost("\(label): bob is gone") }
    case .restored(let draft):
      if marks.done >= Self.purgedBob { rig.violation("\(label): bob is back") }
      if draft.snapshot.values["note"] != .text("\(Self.marker) bob") {
        rig.violation("\(label): bob has something else")
      }
    default: lost("\(label): bob: \(bob)")
    }
    do throws(DraftError) {
      try await store.save(
        Sample.snapshot("next"), schema: Sample.schema, key: Sample.key("ana", "next"))
    } catch {
      lost("\(label): cannot be saved to: \(error.code.rawValue): \(error)")
    }
    await store.close()
    if marks.done >= Self.purgedAna { try lookForResidue(in: image.files, label) }
  }

  private func judge(_ answer: Restoration, _ marks: Marks, _ label: String) {
    switch answer {
    case .none:
      if marks.revision > 0, marks.begun < Self.purgedAna { lost("\(label): no draft") }
    case .restored(let draft):
      let revision = draft.summary.revision.rawValue
      if marks.done >= Self.purgedAna { rig.violation("\(label): the purged draft is back") }
      if revision < marks.revision {
        lost("\(label): revision \(revision) of \(marks.revision)")
      }
      if draft.snapshot.values["note"] != .text(Self.text(revision)) {
        rig.violation("\(label): revision \(revision) has something else")
      }
    default: lost("\(label): \(answer)")
    }
  }

  /// Before the store is opened: the bytes are gone from the disk, not only from sight.
  private func lookForResidue(in files: [String: [UInt8]], _ label: String) throws {
    let marker = Array(Self.marker.utf8)
    for (name, bytes) in files where bytes.firstRange(of: marker) != nil {
      rig.violation("\(label): purged bytes in \(name.suffix(16))")
    }
  }

  /// Something acknowledged is not there: a violation, or what the control is to show.
  private func lost(_ text: String) {
    rig.count("lost")
    if isFull { rig.violation(text) }
  }
}
