import FormDrafts

extension Conversation {
  /// Shows every answer; then the person sends, changes or leaves.
  mutating func review() async throws {
    while true {
      let items = showReview()
      let prompt = "s to send, 1-\(items.count) to change, k to keep it for later"
      let choice = try terminal.ask(prompt) { Self.read($0, count: items.count) }
      switch choice {
      case .send: return try await send()
      case .keep: return terminal.say("The draft is kept. Start again to go on.")
      case .change(let index): try await change(items[index])
      }
    }
  }

  private enum Item {
    case question(Question)
    case skipped(Page)
  }

  private enum Choice { case send, keep, change(Int) }

  private static func read(_ line: String, count: Int) -> Result<Choice, Refusal> {
    switch line.lowercased() {
    case "s", "send": return .success(.send)
    case "k", "keep": return .success(.keep)
    default:
      guard let number = Int(line), number >= 1, number <= count else {
        return .failure(Refusal("Write s, k, or a number from 1 to \(count)."))
      }
      return .success(.change(number - 1))
    }
  }

  private func showReview() -> [Item] {
    terminal.head("Review")
    let items = pages.flatMap { page in
      sheet.isSkipped(page) ? [Item.skipped(page)] : page.questions.map(Item.question)
    }
    for (index, item) in items.enumerated() {
      let number = String(index + 1)
      let indent = String(repeating: " ", count: max(0, 3 - number.count))
      switch item {
      case .question(let question):
        terminal.say("\(indent)\(number) \(line(question, of: questions))")
      case .skipped(let page): terminal.say("\(indent)\(number) \(page.title): skipped")
      }
    }
    return items
  }

  private mutating func change(_ item: Item) async throws {
    switch item {
    case .question(let question): try await ask(question)
    case .skipped(let page):
      sheet.setSkipped(page, false)
      try await fill()
    }
  }

  /// Sends, which here is only to say so: there is no server behind this example.
  ///
  /// Then the draft has done its work and ends; a save that comes late cannot bring it back.
  private mutating func send() async throws {
    let count = questions.count { sheet.value(of: $0) != nil }
    try await sheet.discard()
    terminal.say()
    terminal.say("Sent, with \(count) answers. The draft is gone from the store.")
  }

  /// A question and its answer; the labels of a list end in one column.
  func line(_ question: Question, of all: [Question]) -> String {
    let width = all.map(\.label.count).filter { $0 <= 30 }.max() ?? 0
    let indent = String(repeating: " ", count: max(0, width - question.label.count))
    return "\(question.label)  \(indent)\(answer(question))"
  }

  private func answer(_ question: Question) -> String {
    let value = sheet.value(of: question)
    if sheet.needsAgain(question) { return "(not stored: type it again)" }
    guard let value else { return "-" }
    return question.isSecret ? "(hidden, never stored)" : question.shown(value)
  }
}
