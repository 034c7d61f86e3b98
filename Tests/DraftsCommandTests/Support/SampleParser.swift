@testable import DraftsCommand

/// A command with one verb of each kind.
enum SampleParser {
  static let list = Verb(
    "list", "List drafts, the last saved first.",
    options: [
      .value("owner", "OWNER", "Only drafts of this account."),
      .flag("nobody", "Only drafts of nobody."),
      .value("form", "FORM", "Only drafts of this form."),
      .value("limit", "N", "At most so many.", defaultText: "all"),
    ],
    exclusive: [.init("owner", "nobody")],
    examples: ["drafts list --owner u1"])

  static let save = Verb(
    "save", "Save a draft.",
    discussion: "Values are JSON.\n\nSecrets never reach the store, whatever the options say.",
    options: [
      .value("values", "FILE|-", "The values.", isRequired: true),
      .value("title", "TITLE", "A title for lists."),
      .value("touched", "PATH", "A field the person visited.", isRepeatable: true),
      .value(
        "baseline-values-of-the-record", "FILE",
        "The record's values that the draft started from, for fields that were changed."),
    ])

  static let restore = Verb(
    "restore", "Print a draft as it fits the form today.",
    arguments: [.init("ID", "The draft.", isOptional: true)],
    options: [.value("form", "FORM", "The form to look for.")],
    exclusive: [.init("ID", "form", isRequired: true)])

  static let show = Verb(
    "show", "Show one draft.", arguments: [.init("ID", "The draft.")],
    options: [.flag("values", "Print the values too.")])

  static let purge = Verb(
    "purge", "Remove drafts for good.",
    options: [
      .value("owner", "OWNER", "Of this account."), .flag("nobody", "Of nobody."),
      .flag("everyone", "Of everyone."),
      .value("older-than", "DURATION", "Only if not saved for so long."),
    ],
    exclusive: [.init("owner", "nobody", "everyone", isRequired: true)])

  static let parser = ArgumentParser(
    tool: "drafts", abstract: "Look after unfinished forms.",
    discussion: "DRAFTS_STORE names the store where --store does not.", version: "0.1.0",
    verbs: [save, restore, list, show, purge],
    globalOptions: [
      .value("store", "DIR", "The store."), .flag("json", "Print one JSON document."),
    ])

  /// What a command line that asks to do something was understood as.
  static func run(_ words: [String]) throws -> ParsedArguments? {
    guard case .run(let parsed) = try parser.parse(words) else { return nil }
    return parsed
  }

  /// What is wrong with a command line.
  static func error(_ words: [String]) -> UsageError? {
    do {
      _ = try parser.parse(words)
      return nil
    } catch {
      return error
    }
  }
}
