import FormDrafts

/// A command line that cannot be understood, in words: ``ExitCode/usage``.
package struct UsageError: Error, Equatable, Sendable {
  /// Its code in JSON.
  package static let code = "usage"
  /// What is wrong, in one sentence.
  package let message: String
  /// What to do about it.
  package let hint: String?

  /// A usage error of a verb's own; what it repeats of the command line is `echoed`.
  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension String {
  /// An argument as errors repeat it: with nothing in it that steers a terminal, and short.
  package var echoed: String { printable.truncated(toCells: 80) }
}

/// What can be wrong with a command line.
enum UsageProblem: Error, Equatable {
  case notUTF8(position: Int)
  case noVerb(verbs: [String])
  case unknownVerb(String, suggestion: String?)
  case optionBeforeVerb(String)
  case unknownOption(String, verb: String?, suggestion: String?)
  case missingValue(String, placeholder: String)
  case unexpectedValue(String)
  case repeated(String)
  case exclusive(String, String)
  case noneOf([String])
  case missing(String)
  case unexpectedArgument(String)
  case notANumber(String, option: String)
  case notADuration(String, option: String)
}

/// The one place that makes words of problems.
extension UsageError {
  init(_ problem: UsageProblem, tool: String, verb: String? = nil) {
    self.init(Self.message(problem, tool: tool), hint: Self.hint(problem, tool: tool, verb: verb))
  }

  private static func message(_ problem: UsageProblem, tool: String) -> String {
    switch problem {
    case .notUTF8(let position): "Argument \(position) is not UTF-8 text."
    case .noVerb: "No verb is given."
    case .unknownVerb(let typed, _): "“\(typed.echoed)” is not a verb of \(tool)."
    case .optionBeforeVerb(let option): "--\(option) stands before the verb."
    case .unknownOption(let typed, let verb?, _): "\(verb) has no option \(typed.echoed)."
    case .unknownOption(let typed, nil, _): "There is no option \(typed.echoed) before the verb."
    case .missingValue(let option, _): "--\(option) needs a value."
    case .unexpectedValue(let option): "--\(option) takes no value."
    case .repeated(let option): "--\(option) is given twice."
    case .exclusive(let one, let other): "\(one) and \(other) exclude each other."
    case .noneOf(let members): "One of \(members.joined(separator: ", ")) is needed."
    case .missing(let what): "\(what) is missing."
    case .unexpectedArgument(let typed): "“\(typed.echoed)” is one argument too many."
    case .notANumber(let typed, let option):
      "--\(option) is a whole number, not “\(typed.echoed)”."
    case .notADuration(let typed, let option):
      "--\(option) is a duration, not “\(typed.echoed)”."
    }
  }

  private static func hint(_ problem: UsageProblem, tool: String, verb: String?) -> String? {
    let seeVerb = verb.map { "See “\(tool) help \($0)”." } ?? "See “\(tool) help”."
    switch problem {
    case .notUTF8: return "Names, paths and values are UTF-8."
    case .noVerb(let verbs):
      return "Usage: \(tool) VERB [options]; a VERB is one of \(verbs.joined(separator: ", ")). "
        + "See “\(tool) help”."
    case .unknownVerb(_, let suggestion?): return "Did you mean “\(suggestion)”?"
    case .optionBeforeVerb(let option): return "Write it after the verb: \(tool) VERB --\(option)."
    case .unknownOption(_, _, let suggestion?): return "Did you mean --\(suggestion)?"
    case .unknownOption(let typed, _, nil) where !typed.isLongOption:
      return "Before an argument that begins with “-” write “--”. \(seeVerb)"
    case .missingValue(let option, let placeholder):
      return "Write --\(option) \(placeholder); if it begins with “-”, --\(option)=\(placeholder)."
    case .repeated: return "Give it once."
    case .exclusive: return "Give one of them."
    case .unexpectedArgument: return "Quote an argument that has spaces in it. \(seeVerb)"
    case .notADuration: return "Write 90s, 15min, 12h or 30d."
    default: return seeVerb
    }
  }
}

extension String {
  /// Whether it begins with two dashes; by bytes, as a mark after a dash would join it.
  var isLongOption: Bool { utf8.starts(with: "--".utf8) }
}
