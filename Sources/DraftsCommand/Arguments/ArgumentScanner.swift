/// Takes the words of a command line apart: options, and everything else.
///
/// All by bytes: in Swift's view a dash or an equals sign and a combining mark after it are one
/// character, another one.
struct ArgumentScanner {
  enum Token {
    /// A word that begins with a dash, as typed up to the first `=`, and what follows that.
    case option(String, inlineValue: String?)
    case word(String)
  }

  private var rest: ArraySlice<String>
  private var hasEnded = false

  init(_ words: [String]) { rest = words[...] }

  /// The next option or word; `nil` at the end.
  ///
  /// The first `--` ends the options and is no word.
  mutating func next() -> Token? {
    guard let word = rest.popFirst() else { return nil }
    if hasEnded || !Self.looksLikeOption(word) { return .word(word) }
    if word.utf8.elementsEqual("--".utf8) {
      hasEnded = true
      return next()
    }
    guard word.isLongOption, let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return .option(word, inlineValue: nil)
    }
    let value = String(word.unicodeScalars[word.unicodeScalars.index(after: equals)...])
    return .option(String(word.unicodeScalars[..<equals]), inlineValue: value)
  }

  /// The value of the option just read: the next word, unless that looks like an option.
  mutating func nextValue() -> String? {
    guard let word = rest.first, !Self.looksLikeOption(word) else { return nil }
    return rest.popFirst()
  }

  /// A dash alone stands for the standard input.
  static func looksLikeOption(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-") && word.utf8.count > 1
  }

  /// Whether a flag is given, in a command line that may be wrong in other places.
  static func contains(_ flags: Set<String>, in words: [String]) -> Bool {
    words.prefix { $0 != "--" }.contains { flags.contains($0) }
  }
}
