import FormDrafts

/// How a verb that reads old drafts under a form of today is to decide.
enum RestoreChoices {
  static let options: [Verb.Option] = [
    .value(
      "policy", "POLICY", "What to do with what does not fit: review, salvage or strict.",
      defaultText: "review"),
    .value("floor", "SHARE", "The share of answers that must fit, 0 to 1.", defaultText: "0.5"),
    .flag("accept-newer", "Take a draft of a newer form, as far as it fits."),
    .value("upgrade", "FILE", "Steps from earlier forms to this one, as JSON."),
  ]

  static func read(_ context: VerbContext) throws -> RestoreOptions {
    var options = RestoreOptions(acceptsNewer: context.arguments.flag("accept-newer"))
    // Not every verb that reads old drafts has a policy.
    if context.arguments.isGiven("policy"), let name = context.arguments.string("policy") {
      guard let policy = RestorePolicy(rawValue: name) else {
        throw UsageError(
          "“\(name.echoed)” is not a policy.", hint: "The policies are review, salvage, strict.")
      }
      options.policy = policy
    }
    if let text = context.arguments.string("floor") {
      guard let floor = Double(text), (0...1).contains(floor) else {
        throw UsageError(
          "“\(text.echoed)” is not a share.", hint: "Give a number from 0 to 1, such as 0.8.")
      }
      options.floor = floor
    }
    if let file = context.arguments.string("upgrade") {
      options.upgrades = try context.read(file) { bytes throws(DraftError) in
        try DraftUpgrade.upgrades(json: bytes)
      }
    }
    return options
  }
}
