import FormDrafts

extension Question {
  /// Makes an answer of a line; nil for none.
  ///
  /// What was typed is kept as it was typed: the
  /// characters of a number, the blanks around a text, the spelling of a date.
  func answer(_ line: String) -> Result<DraftValue?, Refusal> {
    guard !line.isEmpty else {
      if let defaultValue { return .success(defaultValue) }
      return field.isRequired
        ? .failure(Refusal("This one is needed.")) : .success(nil)
    }
    if !choices.isEmpty { return choice(line).map { $0 } }
    return switch field.type {
    case .integer, .decimal: number(line)
    case .boolean: Refusal.yesOrNo(line).map { .bool($0) }
    case .date:
      CalendarText.isDate(line)
        ? .success(.text(line)) : .failure(Refusal("Write a day as 2026-11-30."))
    case .time:
      CalendarText.isTime(line)
        ? .success(.text(line)) : .failure(Refusal("Write a time as 09:30."))
    case .dateTime:
      CalendarText.isDateTime(line)
        ? .success(.text(line)) : .failure(Refusal("Write day and time as 2026-11-30T09:30."))
    default: .success(.text(line))
    }
  }

  /// A number is what JSON takes for one, and keeps its characters: `0.10` stays `0.10`.
  private func number(_ line: String) -> Result<DraftValue?, Refusal> {
    guard let value = try? DraftValue(json: line), case .number(let literal) = value,
      literal.utf8.elementsEqual(line.utf8)
    else { return .failure(Refusal("Write a number as 12, -3 or 0.5.")) }
    let isWhole = !literal.contains { ".eE".contains($0) }
    guard isWhole || field.type == .decimal else {
      return .failure(Refusal("Write a whole number."))
    }
    return .success(value)
  }

  private func choice(_ line: String) -> Result<DraftValue, Refusal> {
    guard field.isMany else { return oneChoice(line[...]) }
    if let index = index(of: line[...]) { return .success(.list([choices[index].value])) }
    var picked: [Int] = []
    for word in line.split(whereSeparator: { $0 == " " || $0 == "," }) {
      guard let index = index(of: word) else { return .failure(choiceRefusal) }
      if !picked.contains(index) { picked.append(index) }
    }
    return .success(.list(picked.map { choices[$0].value }))
  }

  private func oneChoice(_ line: Substring) -> Result<DraftValue, Refusal> {
    if let index = index(of: line) { return .success(choices[index].value) }
    // Open choices are suggestions.
    if field.options?.isClosed == false { return .success(.text(String(line))) }
    return .failure(choiceRefusal)
  }

  private var choiceRefusal: Refusal {
    Refusal("Pick by number, 1 to \(choices.count), or by name.")
  }

  /// A choice by its number, else by its label, else by its value.
  private func index(of word: Substring) -> Int? {
    if let number = Int(word), number >= 1, number <= choices.count { return number - 1 }
    return choices.firstIndex { $0.label?.lowercased() == word.lowercased() }
      ?? choices.firstIndex { $0.value == .text(String(word)) }
  }
}

/// Dates and times as people type them: digits where there are digits, and days there are.
enum CalendarText {
  static func isDate(_ text: some StringProtocol) -> Bool {
    guard let parts = numbers(in: text, like: "0000-00-00") else { return false }
    let (year, month, day) = (parts[0], parts[1], parts[2])
    guard year >= 1, (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  static func isTime(_ text: some StringProtocol) -> Bool {
    let parts = numbers(in: text, like: "00:00") ?? numbers(in: text, like: "00:00:00")
    guard let parts else { return false }
    return parts[0] < 24 && parts[1...].allSatisfy { $0 < 60 }
  }

  static func isDateTime(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    return parts.count == 2 && isDate(parts[0]) && isTime(parts[1])
  }

  /// The numbers in a text that has a digit wherever the pattern has one, and else its signs.
  private static func numbers(in text: some StringProtocol, like pattern: String) -> [Int]? {
    guard text.utf8.count == pattern.utf8.count else { return nil }
    var numbers = [0]
    for (byte, mark) in zip(text.utf8, pattern.utf8) {
      if mark == UInt8(ascii: "0") {
        guard byte &- UInt8(ascii: "0") < 10 else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte & 0xF)
      } else {
        guard byte == mark else { return nil }
        numbers.append(0)
      }
    }
    return numbers
  }
}
