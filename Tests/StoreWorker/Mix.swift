import FormDrafts

/// A life of one process among others: saves, restores, lists, ends and purges, mixed at random.
///
/// It knows what its own drafts must hold, and says so at the end:
///
///   own OWNER RECORD TEXT   a draft that is there
///   counted N               how often it added one to the shared draft
///   longest MILLISECONDS    the longest call
struct Mix {
  let store: DraftStore
  let name: String
  private var random: Numbers
  /// By record: the text, and the last receipt.
  private var own: [String: (text: String, receipt: SaveReceipt)] = [:]
  private var counted = 0
  private var longest = Duration.zero

  init(_ store: DraftStore, name: String, seed: UInt64) {
    self.store = store
    self.name = name
    random = Numbers(state: seed)
  }

  static let shared = DraftKey("worker", owner: "ana", record: "shared")

  mutating func run(_ count: Int) async {
    let clock = ContinuousClock()
    for step in 1...count {
      let start = clock.now
      do throws(DraftError) {
        try await one(step)
      } catch {
        say("error \(error.code.rawValue) at \(step)")
      }
      longest = max(longest, start.duration(to: clock.now))
    }
    for (record, draft) in own.sorted(by: { $0.key < $1.key }) {
      say("own \(Self.owner(record)) \(record) \(draft.text)")
    }
    say("counted \(counted)")
    say("longest \(Int(longest / .milliseconds(1)))")
    say("ok")
  }

  /// Half of the drafts are ana's, half are bob's.
  private static func owner(_ record: String) -> String {
    record.utf8.last.map { $0 % 2 == 0 } == true ? "ana" : "bob"
  }

  private static func key(_ record: String) -> DraftKey {
    DraftKey("worker", owner: .account(owner(record)), record: .existing(record))
  }

  private mutating func one(_ step: Int) async throws(DraftError) {
    let record = "\(name)-\(random.below(8))"
    switch random.below(100) {
    case ..<45: try await save(record, step)
    case ..<60: try await addOne()
    case ..<78: try await look(record)
    case ..<84: _ = try await store.list(DraftFilter(owner: .account(Self.owner(record))))
    case ..<90:
      guard let draft = own.removeValue(forKey: record)?.receipt.draft else { return }
      try await store.discard(draft)
    case ..<94:
      guard let draft = own[record]?.receipt.draft else { return }
      let attempt = try await store.beginSubmit(draft)
      try await store.endSubmit(draft, attempt: attempt, accepted: true)
      own[record] = nil
    case ..<96:
      own[record] = nil
      try await store.purge(
        DraftFilter(
          owner: .account(Self.owner(record)), form: "worker", record: .existing(record)))
    default:
      guard let draft = own[record]?.receipt.draft else { return }
      try await store.savePoint(of: draft)
      _ = try await store.history(of: draft)
    }
  }

  private mutating func save(_ record: String, _ step: Int) async throws(DraftError) {
    let text = "\(name).\(step)"
    let known = own[record]?.receipt
    let receipt = try await store.save(
      DraftSnapshot(values: ["text": .text(text)]), schema: schema, key: Self.key(record),
      draft: known?.draft, basedOn: known?.revision)
    own[record] = (text, receipt)
  }

  private func look(_ record: String) async throws(DraftError) {
    switch await store.restore(Self.key(record), schema: schema) {
    case .none: if own[record] != nil { say("error none at \(record)") }
    case .restored(let draft):
      let isMine = own[record].map { draft.snapshot.values["text"] == .text($0.text) }
      if isMine != true { say("error wrong at \(record)") }
    case .unreadable(_, let error): throw error
    default: say("error misfit at \(record)")
    }
  }

  /// Adds one to the shared draft, against whoever does the same.
  private mutating func addOne() async throws(DraftError) {
    while true {
      let answer = await store.restore(Self.shared, schema: schema)
      if case .unreadable(_, let error) = answer { throw error }
      guard let draft = answer.draft, case .text(let text)? = draft.snapshot.values["text"],
        let number = Int(text)
      else { return say("error none at shared") }
      do throws(DraftError) {
        try await store.save(
          DraftSnapshot(values: ["text": .text(String(number + 1))]), schema: schema,
          key: Self.shared, draft: draft.summary.id, basedOn: draft.summary.revision)
        counted += 1
        return
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
  }
}

extension DraftListing {
  var isSound: Bool { if case .draft = self { true } else { false } }
}

/// Numbers that look random and are the same in every run.
struct Numbers {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }
}
