/// What a verb of the command takes, declared once; parsing, errors and help all follow it.
///
/// ```swift
/// let show = Verb(
///   "show", "Show one draft.",
///   arguments: [.init("ID", "The draft, by any unique prefix of 4 or more.")],
///   options: [.flag("values", "Print the values too.")],
///   examples: ["drafts show 3f2a", "drafts show 3f2a --values"])
/// ```
package struct Verb: Sendable {
  /// An argument known by its place.
  package struct Argument: Sendable {
    let name: String
    let help: String
    let isOptional: Bool

    /// An argument; its name is in capitals, as usage lines show it.
    package init(_ name: String, _ help: String, isOptional: Bool = false) {
      self.name = name
      self.help = help
      self.isOptional = isOptional
    }
  }

  /// An argument known by its name.
  package struct Option: Sendable {
    let name: String
    let placeholder: String?
    let help: String
    let isRequired: Bool
    let isRepeatable: Bool
    let defaultText: String?

    /// An option that takes a value: `--name PLACEHOLDER`.
    ///
    /// - Parameters:
    ///   - name: The long name, without dashes.
    ///   - placeholder: What stands for the value in help texts, in capitals.
    ///   - help: One sentence.
    ///   - isRequired: Whether it must be given.
    ///   - isRepeatable: Whether it may be given more than once.
    ///   - defaultText: What holds when it is not given, in words.
    package static func value(
      _ name: String, _ placeholder: String, _ help: String, isRequired: Bool = false,
      isRepeatable: Bool = false, defaultText: String? = nil
    ) -> Option {
      Option(
        name: name, placeholder: placeholder, help: help, isRequired: isRequired,
        isRepeatable: isRepeatable, defaultText: defaultText)
    }

    /// An option without a value: `--name`.
    package static func flag(
      _ name: String, _ help: String, defaultText: String? = nil
    ) -> Option {
      Option(
        name: name, placeholder: nil, help: help, isRequired: false, isRepeatable: false,
        defaultText: defaultText)
    }
  }

  /// Options (by name) and arguments (by their name in capitals) of which at most one is given.
  package struct Exclusive: Sendable {
    let members: [String]
    let isRequired: Bool
    let isInUsage: Bool

    /// A group of which at most one is given, or exactly one if it is required.
    ///
    /// A member can be in several groups; usage lines show only those that are to be in them.
    package init(_ members: String..., isRequired: Bool = false, isInUsage: Bool = true) {
      self.members = members
      self.isRequired = isRequired
      self.isInUsage = isInUsage
    }
  }

  let name: String
  let abstract: String
  let discussion: String
  let arguments: [Argument]
  let options: [Option]
  let exclusive: [Exclusive]
  let examples: [String]

  /// A verb.
  ///
  /// - Parameters:
  ///   - name: What is typed.
  ///   - abstract: One sentence for the list of verbs.
  ///   - discussion: What more there is to know; a line break begins a paragraph.
  ///   - arguments: By place; only the last may be optional.
  ///   - options: By name; those of the whole command are declared with the parser.
  ///   - exclusive: What excludes each other.
  ///   - examples: Whole command lines, to be copied.
  package init(
    _ name: String, _ abstract: String, discussion: String = "", arguments: [Argument] = [],
    options: [Option] = [], exclusive: [Exclusive] = [], examples: [String] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.exclusive = exclusive
    self.examples = examples
  }
}

extension Verb {
  /// The verb that shows help; always there, and not in the list of verbs.
  static let help = Verb(
    "help", "Show what the command or one of its verbs takes.",
    arguments: [Argument("VERB", "The verb.", isOptional: true)])

  /// Stops the program with a sentence if the declaration contradicts itself.
  func checkDeclaration(globalOptions: [Option]) {
    let names = (options + globalOptions).map(\.name)
    precondition(
      Set(names).count == names.count, "The verb \(name) declares an option twice.")
    precondition(
      arguments.dropLast().allSatisfy { !$0.isOptional },
      "Only the last argument of the verb \(name) may be optional.")
    let known = Set(names + arguments.map(\.name))
    precondition(
      exclusive.allSatisfy { known.isSuperset(of: $0.members) },
      "The verb \(name) excludes something it does not declare.")
  }
}
