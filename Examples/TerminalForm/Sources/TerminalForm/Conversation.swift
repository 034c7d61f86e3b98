import FormDrafts

/// Fills in one form: offers the draft there is, asks what is open, reviews, sends.
struct Conversation {
  var terminal: Terminal
  var sheet: Sheet
  let pages: [Page]

  init(_ terminal: Terminal, _ sheet: Sheet) {
    self.terminal = terminal
    self.sheet = sheet
    pages = Page.all(of: sheet.schema)
  }

  mutating func run() async throws {
    let title = sheet.schema.title ?? sheet.schema.id
    let owner = sheet.key.owner.name.map { "for \($0)" } ?? "nobody signed in"
    terminal.head("\(title), \(owner)", isFirst: true)
    terminal.say("Every answer is saved as you give it. Stop whenever you like: Ctrl-C, Ctrl-D.")
    let unaskable = Page.unaskable(in: sheet.schema)
    if !unaskable.isEmpty {
      terminal.say("A terminal cannot ask for: \(unaskable.joined(separator: ", ")).")
    }
    guard try await offerDraft() else { return }
    try await fill()
    try await review()
  }

  /// Asks what is open, in the form's order.
  ///
  /// After a restore that is: first the secrets, which are never stored, then what comes after
  /// the last answer.
  mutating func fill() async throws {
    for (index, page) in pages.enumerated() {
      let open = page.questions.filter { !sheet.isDone($0) }
      guard !open.isEmpty, !sheet.isSkipped(page) else { continue }
      let number = pages.count > 1 ? "Step \(index + 1) of \(pages.count): " : ""
      terminal.head(number + page.title)
      if try await skip(page) { continue }
      for question in open { try await ask(question) }
    }
  }

  /// A step that may be skipped is offered before its first question.
  private mutating func skip(_ page: Page) async throws -> Bool {
    guard page.step?.isSkippable == true, !page.questions.contains(where: sheet.isDone) else {
      return false
    }
    let isSkipped = try terminal.ask("  Enter to fill this step in, s to skip it") { line in
      switch line.lowercased() {
      case "": .success(false)
      case "s", "skip": .success(true)
      default: Result<Bool, Refusal>.failure(Refusal("Press Enter, or write s."))
      }
    }
    guard isSkipped else { return false }
    sheet.setSkipped(page, true)
    try await save()
    return true
  }

  /// Asks one question until its answer is saved.
  mutating func ask(_ question: Question) async throws {
    for (index, choice) in question.choices.enumerated() {
      terminal.say("    \(index + 1) \(choice.label ?? question.shown(choice.value))")
    }
    while true {
      let value = try terminal.ask(
        question.prompt, isHidden: question.isSecret, read: question.answer)
      sheet.answer(question, value)
      do throws(DraftError) {
        let receipt = try await save()
        if !question.isSecret, receipt.withheld.contains(question.path) {
          terminal.say("    Not stored, because it is the same as a secret of this form.")
        }
        return
      } catch {
        // What the store cannot hold, because it is too long, is asked again.
        guard [.tooLarge, .invalidValue].contains(error.code) else { throw error }
        terminal.say("    \(error.message)")
      }
    }
  }

  @discardableResult
  private mutating func save() async throws(DraftError) -> SaveReceipt {
    sheet.move(to: nextOpen)
    let draft = sheet.draft
    let receipt = try await sheet.save()
    if let draft, draft != receipt.draft {
      terminal.say("    Another run saved this draft too; yours goes on as one of its own.")
    }
    for unsaved in receipt.unsaved { terminal.say("    Not saved: \(unsaved.reason)") }
    return receipt
  }

  private var nextOpen: (page: Page, question: Question)? {
    for page in pages where !sheet.isSkipped(page) {
      if let question = page.questions.first(where: { !sheet.isDone($0) }) {
        return (page, question)
      }
    }
    return nil
  }
}
