import FormDrafts

extension Conversation {
  private enum Choice { case goOn, startFresh, quit }

  /// Asks whether to go on with the draft there is.
  ///
  /// - Returns: false if the person wants neither that nor a fresh form.
  mutating func offerDraft() async throws -> Bool {
    switch await sheet.store.restore(sheet.key, schema: sheet.schema) {
    case .none: return true
    case .restored(let draft): return try await offer(draft, hint: nil)
    case .mismatch(let mismatch):
      // What does not fit stays with the draft; a newer form's draft is not handed out.
      guard let draft = mismatch.draft else { return try refuse(mismatch) }
      return try await offer(draft, hint: "The form has changed since; what still fits comes back.")
    case .inDoubt(_, let draft):
      return try await offer(draft, hint: "It was being sent; whether it arrived is not known.")
    case .unreadable(nil, let error): throw error  // the store as a whole
    case .unreadable(_?, let error):
      terminal.say()
      terminal.say("There is a draft, and it cannot be read. \(Complaint(error).message)")
      terminal.say("It is left as it is.")
      return try choose("  f to start a fresh one beside it, q to quit", canGoOn: false) != .quit
    }
  }

  private mutating func offer(_ stored: StoredDraft, hint: String?) async throws -> Bool {
    var restored = sheet
    restored.resume(stored, questions: questions)
    describe(stored, restored, hint: hint)
    switch try choose("  Enter to go on, f to start fresh, q to quit", canGoOn: true) {
    case .goOn:
      sheet = restored
      recap()
      return true
    case .quit:
      terminal.say("The draft is kept.")
      return false
    case .startFresh:
      let isSure = try terminal.ask("  Throw these answers away? (y/n)", read: Refusal.yesOrNo)
      guard isSure else { return try await offer(stored, hint: hint) }
      try await restored.discard()
      terminal.say("  They are gone.")
      return true
    }
  }

  private mutating func refuse(_ mismatch: DraftMismatch) throws -> Bool {
    terminal.say()
    for reason in mismatch.report.mismatches { terminal.say(reason.description) }
    terminal.say("The draft is left as it is.")
    return try choose("  f to start a fresh one beside it, q to quit", canGoOn: false) != .quit
  }

  private func describe(_ stored: StoredDraft, _ restored: Sheet, hint: String?) {
    let summary = stored.summary
    terminal.say()
    terminal.say("There is a draft, saved \(SavedTime.words(summary.savedAt)).")
    if let step = summary.step, let page = pages.first(where: { $0.step?.id == step }) {
      terminal.say("  You were at:    \(page.title)")
    }
    terminal.say("  Answered:       \(summary.answered) of \(summary.total)")
    let again = questions.filter(restored.needsAgain).map(\.label)
    if !again.isEmpty {
      terminal.say("  To type again:  \(again.joined(separator: ", ")) (a secret is never stored)")
    }
    if let hint { terminal.say("  \(hint)") }
    for mismatch in stored.report.mismatches {
      let place = mismatch.path.map { "\($0): " } ?? ""
      terminal.say("    - \(place)\(mismatch.description)")
    }
    if !stored.others.isEmpty {
      terminal.say("  Older drafts of this form: \(stored.others.count), offered after this one.")
    }
  }

  private mutating func choose(_ prompt: String, canGoOn: Bool) throws -> Choice {
    try terminal.ask(prompt) { line in
      switch line.lowercased() {
      case "", "g", "go on": canGoOn ? .success(.goOn) : .failure(Refusal("Write f or q."))
      case "f", "fresh": .success(.startFresh)
      case "q", "quit": .success(.quit)
      default:
        Result<Choice, Refusal>.failure(
          Refusal(canGoOn ? "Press Enter, or write f or q." : "Write f or q."))
      }
    }
  }

  /// Says what came back.
  private func recap() {
    terminal.head("What came back")
    let known = questions.filter { sheet.isDone($0) || sheet.needsAgain($0) }
    for question in known { terminal.say("  \(line(question, of: known))") }
    for page in pages where sheet.isSkipped(page) { terminal.say("  \(page.title): skipped") }
  }

  var questions: [Question] { pages.flatMap(\.questions) }
}
