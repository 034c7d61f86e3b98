import FormDrafts
import FormDraftsSQLite

// Another process for the tests: it obeys one line at a time and says what it did, so that tests
// can kill it, keep it waiting and let it come late. Each answer is written at once.
//
//   save OWNER TEXT     saves TEXT in this process's draft of OWNER: “ok REVISION”
//   new OWNER TEXT      saves TEXT in a draft of its own: “ok REVISION”
//   each OWNER TEXT     saves TEXT in a draft of a record of that name: “ok REVISION”
//   flood OWNER COUNT   saves the numbers 1 to COUNT: “ack NUMBER” after each
//   boast OWNER COUNT   the same, with each “ack” before its save: the control
//   guest TEXT          saves TEXT in a draft of nobody's: “ok REVISION”
//   purge OWNER         “begin”, then purges: “ok DRAFTS”
//   purge-form OWNER    “begin”, then purges the owner's drafts of this form: “ok DRAFTS”
//   repair              “begin”, then repairs: “ok DRAFTS” with those that are kept
//   sign-out OWNER      “begin”, then signs out: “ok DRAFTS”, and when the bytes are gone “erased”
//   adopt OWNER         “begin”, then signs in and takes over nobody's drafts: “ok DRAFTS”
//   compact             “begin”, then compacts: “ok”
//   scrub OWNER         “begin”, then scrubs TEXT as a secret: “ok DRAFTS”
//   sign-in OWNER       “ok”
//   begin OWNER         begins to submit the draft of OWNER: “ok ATTEMPT”
//   end OWNER ATTEMPT   ends that, accepted: “ok”
//   discard OWNER       discards the draft of OWNER: “ok”
//   hide OWNER          discards it with a minute to undo it: “ok”
//   edit OWNER TEXT     edits TEXT in this process's session of OWNER and flushes: “ok REVISION”
//   flush-die OWNER TEXT  the same, and dies the moment the flush has returned
//   type OWNER          edits a number ten times a second: “typed NUMBER” before each
//   copy OWNER FILE     copies a file into this process's draft of OWNER, unused so far: “ok”
//   use OWNER           saves the draft with that file: “ok REVISION”
//   sweep               removes what expired and files that nobody uses: “ok”
//   read FILE           begins to read a database and does not end: “ok”
//   look                opens the store, which migrates it, and lists: “ok DRAFTS”
//   mix NAME COUNT      COUNT pieces of work of all kinds at random; see Mix.swift
//
// Anything that fails says “error CODE”, and how a draft ended, where that is known.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let schema = DraftSchema(
  "worker",
  fields: [.init("text", .text), .init("password", .text), .init("photo", .file)])
/// The same form, in which the text is a secret.
let stricter = DraftSchema("worker", fields: [.init("text", .text, retention: .secret)])

func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

/// The drafts of this process.
struct Worker {
  let store: DraftStore
  let sessions: Sessions
  var drafts: [String: SaveReceipt] = [:]
  var files: [String: DraftFile] = [:]
  var reader: Connection?

  mutating func save(_ owner: String, _ text: String, isNew: Bool) async throws(DraftError) {
    let known = isNew ? nil : drafts[owner]
    let receipt = try await store.save(
      DraftSnapshot(values: ["text": .text(text)]), schema: schema,
      key: DraftKey("worker", owner: .account(owner)), draft: known?.draft,
      basedOn: known?.revision)
    drafts[owner] = receipt
  }

  mutating func copy(_ owner: String, _ path: String) async throws(DraftError) {
    guard let draft = drafts[owner]?.draft else { return say("error usage") }
    files[owner] = try await store.importFile(atPath: path, into: draft)
    say("ok")
  }

  mutating func use(_ owner: String) async throws(DraftError) {
    guard let known = drafts[owner], let file = files[owner] else { return say("error usage") }
    let receipt = try await store.save(
      DraftSnapshot(values: ["photo": .file(file)]), schema: schema,
      key: DraftKey("worker", owner: .account(owner)), draft: known.draft)
    drafts[owner] = receipt
    say("ok \(receipt.revision.rawValue)")
  }

  func end(_ verb: String, _ owner: String, _ attempt: String) async throws(DraftError) {
    guard let draft = drafts[owner]?.draft else { return say("error usage") }
    switch verb {
    case "begin": say("ok \(try await store.beginSubmit(draft))")
    case "end":
      try await store.endSubmit(draft, attempt: AttemptID(attempt), accepted: true)
      say("ok")
    default:
      try await store.discard(draft, undoFor: verb == "hide" ? .seconds(60) : nil)
      say("ok")
    }
  }

  mutating func obey(_ words: [String]) async throws(DraftError) {
    let owner = words.count > 1 ? words[1] : ""
    let argument = words.count > 2 ? words[2] : ""
    switch words[0] {
    case "save", "new":
      try await save(owner, argument, isNew: words[0] == "new")
      say("ok \(drafts[owner]?.revision.rawValue ?? 0)")
    case "copy": try await copy(owner, argument)
    case "use": try await use(owner)
    case "sweep":
      try await store.sweep()
      say("ok")
    case "flood", "boast":
      for number in 1...(Int(argument) ?? 1) {
        if words[0] == "boast" { say("ack \(number)") }
        try await save(owner, String(number), isNew: false)
        if words[0] == "flood" { say("ack \(number)") }
      }
      say("ok")
    case "purge":
      say("begin")
      let receipt = try await store.purge(DraftFilter(owner: .account(owner)))
      say("ok \(receipt.drafts)")
    case "purge-form":
      say("begin")
      let receipt = try await store.purge(DraftFilter(owner: .account(owner), form: "worker"))
      say("ok \(receipt.drafts)")
    case "repair":
      say("begin")
      let report = try await store.repair()
      say("ok \(report.owners.flatMap(\.drafts).count(where: \.isKept))")
    case "each":
      let receipt = try await store.save(
        DraftSnapshot(values: ["text": .text(argument)]), schema: schema,
        key: DraftKey("worker", owner: .account(owner), record: .existing(argument)))
      say("ok \(receipt.revision.rawValue)")
    case "guest":
      let receipt = try await store.save(
        DraftSnapshot(values: ["text": .text(owner)]), schema: schema,
        key: DraftKey("worker", owner: .nobody))
      say("ok \(receipt.revision.rawValue)")
    case "sign-out":
      say("begin")
      let signOut = try await store.signOut(owner: .account(owner))
      say("ok \(signOut.receipt.drafts)")
      if await signOut.erased().erasure == .complete { say("erased") }
    case "adopt":
      say("begin")
      say("ok \(try await store.signIn(owner: .account(owner), adopting: .nobody).drafts.count)")
    case "compact":
      say("begin")
      _ = try await store.compact()
      say("ok")
    case "scrub":
      say("begin")
      say("ok \(try await store.scrub(stricter, owner: .account(owner)).drafts)")
    case "edit", "flush-die":
      let receipt = try await sessions.edit(owner, argument)
      if words[0] == "flush-die" { kill(getpid(), SIGKILL) }
      say("ok \(receipt?.revision.rawValue ?? 0)")
    case "type": try await sessions.type(owner)
    case "read":
      reader = try? Connection(path: owner, mode: .readOnly)
      try? reader?.execute("BEGIN; SELECT count(*) FROM field")
      say("ok")
    case "look":
      try await store.open()
      say("ok \(try await store.list(verifying: true).count { $0.isSound })")
    case "mix":
      var mix = Mix(store, name: owner, seed: UInt64(owner.utf8.last ?? 0))
      await mix.run(Int(argument) ?? 1)
    case "begin", "end", "discard", "hide": try await end(words[0], owner, argument)
    case "sign-in":
      try await store.signIn(owner: .account(owner))
      say("ok")
    default: say("error usage")
    }
  }
}

/// The sessions of this process.
@MainActor
final class Sessions {
  let store: DraftStore
  private var sessions: [String: DraftSession<DraftSnapshot>] = [:]

  init(_ store: DraftStore) { self.store = store }

  private func session(
    _ owner: String, _ options: DraftSessionOptions
  ) async throws(DraftError) -> DraftSession<DraftSnapshot> {
    if let known = sessions[owner] { return known }
    let session = DraftSession(
      DraftSnapshot(), DraftMapping(schema), in: store, owner: .account(owner), options: options)
    sessions[owner] = session
    try await session.open()
    return session
  }

  func edit(_ owner: String, _ text: String) async throws(DraftError) -> SaveReceipt? {
    let session = try await session(owner, .init(debounce: .seconds(2)))
    session.form.values["text"] = .text(text)
    return try await session.flush()
  }

  /// Types until it is killed.
  func type(_ owner: String) async throws(DraftError) {
    let session = try await session(owner, .init(maximumWait: .seconds(2)))
    var number = 0
    while true {
      number += 1
      say("typed \(number)")
      session.form.values["text"] = .text(String(number))
      try? await ContinuousClock().sleep(for: .milliseconds(100))
    }
  }
}

func work() async {
  let store = DraftStore(path: CommandLine.arguments[1])
  var worker = Worker(store: store, sessions: await Sessions(store))
  while let line = readLine() {
    do throws(DraftError) {
      try await worker.obey(line.split(separator: " ").map(String.init))
    } catch {
      say("error \(error.code.rawValue)" + (error.ending.map { " \($0.rawValue)" } ?? ""))
    }
  }
}

await work()
