/// The two ends of the conversation: lines out, answers in.
///
/// Everything that is said goes through here, and nothing of it can steer the terminal.
struct Terminal {
  private let echo: EchoGuard
  private var lines = LineReader()

  init(_ echo: EchoGuard) { self.echo = echo }

  /// Whether a person types.
  var isInteractive: Bool { echo.isTerminal }

  /// Says a sentence, or an empty line.
  func say(_ text: String = "") { Output.write("\(text.printable)\n") }

  /// Says a heading, after an empty line unless it is the first of all.
  func head(_ text: String, isFirst: Bool = false) {
    if !isFirst { say() }
    let text = text.printable
    Output.write(Output.isStyled ? "\u{1B}[1m\(text)\u{1B}[0m\n" : "\(text)\n")
  }

  /// Asks until the answer is one.
  ///
  /// - Parameter read: makes something of the line, or says what is wrong with it.
  mutating func ask<Answer>(
    _ prompt: String, isHidden: Bool = false, read: (String) -> Result<Answer, Refusal>
  ) throws(InputEnded) -> Answer {
    while true {
      switch try line("\(prompt.printable): ", isHidden: isHidden).flatMap(read) {
      case .success(let answer): return answer
      case .failure(let refusal): say("    \(refusal.why)")
      }
    }
  }

  private mutating func line(
    _ prompt: String, isHidden: Bool
  ) throws(InputEnded) -> Result<String, Refusal> {
    Output.write(prompt)
    let bytes = echo.reading(prompt: prompt, isHidden: isHidden) { lines.next() }
    guard let bytes else {
      Output.write("\n")
      throw InputEnded()
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(Refusal("This is not text in UTF-8. Once more, please."))
    }
    if !isInteractive { say(isHidden && !text.isEmpty ? "(hidden)" : text) }
    guard !text.holdsControls else {
      return .failure(Refusal("There are keys in it that are no text. Once more, please."))
    }
    return .success(text)
  }
}

/// Why a line is no answer.
struct Refusal: Error {
  let why: String

  init(_ why: String) { self.why = why }

  static func yesOrNo(_ line: String) -> Result<Bool, Refusal> {
    switch line.lowercased() {
    case "y", "yes": .success(true)
    case "n", "no": .success(false)
    default: .failure(Refusal("Write y or n."))
    }
  }
}
