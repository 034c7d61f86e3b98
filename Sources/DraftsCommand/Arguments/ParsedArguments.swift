/// A command line that was understood: the verb, and what was given for it.
///
/// Asking for a name that the verb does not declare is a mistake of the program and stops it.
package struct ParsedArguments: Sendable {
  let tool: String
  let verb: Verb
  let globalOptions: [Verb.Option]
  private(set) var optionValues: [String: [String]] = [:]
  private(set) var positionals: [String] = []

  init(tool: String, verb: Verb, globalOptions: [Verb.Option]) {
    self.tool = tool
    self.verb = verb
    self.globalOptions = globalOptions
  }

  /// The verb's name.
  package var verbName: String { verb.name }

  /// Whether a flag is given.
  package func flag(_ name: String) -> Bool {
    precondition(declared(name).placeholder == nil, "--\(name) of \(verb.name) is no flag.")
    return optionValues[name] != nil
  }

  /// The value of an option that is given at most once.
  package func string(_ name: String) -> String? {
    precondition(!declared(name).isRepeatable, "--\(name) of \(verb.name) is repeatable.")
    return strings(name).first
  }

  /// The values of an option, in the order given.
  package func strings(_ name: String) -> [String] {
    precondition(declared(name).placeholder != nil, "--\(name) of \(verb.name) is a flag.")
    return optionValues[name] ?? []
  }

  /// The value of an option as a whole number, 0 or more.
  package func count(_ name: String) throws(UsageError) -> Int? {
    guard let text = string(name) else { return nil }
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
      throw UsageError(.notANumber(text, option: name), tool: tool, verb: verb.name)
    }
    return number
  }

  /// The value of an option as a duration, in milliseconds: `90s`, `15min`, `12h`, `30d`.
  ///
  /// Minutes and months have no letter on purpose: one would be taken for the other, and
  /// `purge --older-than 6m` must not be a matter of opinion.
  package func milliseconds(_ name: String) throws(UsageError) -> Int64? {
    guard let text = string(name) else { return nil }
    let units: [String: Int64] = ["s": 1_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000]
    let digits = text.utf8.prefix { 0x30...0x39 ~= $0 }
    if let unit = units[String(text.utf8.dropFirst(digits.count)) ?? ""], !digits.isEmpty,
      let number = Int64(String(digits) ?? "")
    {
      let (product, overflow) = number.multipliedReportingOverflow(by: unit)
      if !overflow { return product }
    }
    throw UsageError(.notADuration(text, option: name), tool: tool, verb: verb.name)
  }

  /// The argument of a place, by its name in capitals; `nil` if it is optional and not given.
  package func positional(_ name: String) -> String? {
    guard let place = verb.arguments.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("The verb \(verb.name) has no argument \(name).")
    }
    return place < positionals.count ? positionals[place] : nil
  }

  private func declared(_ name: String) -> Verb.Option {
    guard let option = (verb.options + globalOptions).first(where: { $0.name == name }) else {
      preconditionFailure("The verb \(verb.name) has no option --\(name).")
    }
    return option
  }
}

extension ParsedArguments {
  /// Takes an option up.
  mutating func add(_ option: Verb.Option, value: String?) throws(UsageProblem) {
    guard option.isRepeatable || optionValues[option.name] == nil else {
      throw .repeated(option.name)
    }
    optionValues[option.name, default: []] += value.map { [$0] } ?? []
  }

  /// Takes an argument up.
  mutating func add(_ word: String) throws(UsageProblem) {
    guard positionals.count < verb.arguments.count else { throw .unexpectedArgument(word) }
    positionals.append(word)
  }

  /// Checks what can be checked only when all is there.
  func checkComplete() throws(UsageProblem) {
    for group in verb.exclusive {
      let given = group.members.filter(isGiven)
      if given.count > 1 { throw .exclusive(shown(given[0]), shown(given[1])) }
      if group.isRequired, given.isEmpty { throw .noneOf(group.members.map(shown)) }
    }
    for argument in verb.arguments where !argument.isOptional && !isGiven(argument.name) {
      throw .missing(argument.name)
    }
    for option in verb.options where option.isRequired && !isGiven(option.name) {
      throw .missing("--\(option.name) \(option.placeholder ?? "")")
    }
  }

  /// Whether an option or an argument is given.
  func isGiven(_ name: String) -> Bool {
    if let place = verb.arguments.firstIndex(where: { $0.name == name }) {
      return place < positionals.count
    }
    return optionValues[name] != nil
  }

  private func shown(_ name: String) -> String {
    verb.arguments.contains { $0.name == name } ? name : "--\(name)"
  }
}
