import FormDrafts

/// One question: a field of the form that a terminal can ask for.
struct Question {
  let field: DraftSchema.Field

  /// Nil for what a line of text cannot hold: files, bytes, lists of things without choices,
  /// objects (their members are questions of their own), items of lists.
  init?(_ field: DraftSchema.Field) {
    for case .each in field.path.segments { return nil }
    switch field.type {
    case .file, .bytes, .object, .list, .map: return nil
    case .choice where field.isMany: guard field.options != nil else { return nil }
    default: guard !field.isMany else { return nil }
    }
    self.field = field
  }

  var path: FieldPath { field.path }
  var label: String { field.label ?? path.names.joined(separator: ", ") }
  var choices: [DraftSchema.Options.Option] { field.options?.items ?? [] }
  /// A secret is asked for without showing it, and the library never stores it.
  var isSecret: Bool { field.effectiveRetention == .secret }
  var defaultValue: DraftValue? { isSecret ? nil : field.defaultValue }

  /// What stands before the answer: the label, and how an answer looks.
  var prompt: String {
    var hints: [String] = []
    if isSecret { hints.append("hidden, never stored") }
    if let manner { hints.append(manner) }
    if let defaultValue {
      hints.append("Enter for \(shown(defaultValue))")
    } else if !field.isRequired {
      hints.append("optional")
    }
    return hints.isEmpty ? "  \(label)" : "  \(label) (\(hints.joined(separator: "; ")))"
  }

  private var manner: String? {
    if !choices.isEmpty {
      let numbers = choices.count == 1 ? "1" : "1-\(choices.count)"
      return field.isMany ? "\(numbers), several as 1 2" : numbers
    }
    switch field.type {
    case .date: return "year-month-day"
    case .time: return "hour:minute"
    case .dateTime: return "2026-11-30T09:30"
    case .boolean: return "y/n"
    case .integer, .decimal: return "number"
    default: return nil
    }
  }

  /// An answer in words.
  func shown(_ value: DraftValue) -> String {
    if let choice = choices.first(where: { $0.value == value }), let label = choice.label {
      return label
    }
    return switch value {
    case .null: "nothing"
    case .bool(let flag): flag ? "yes" : "no"
    case .number(let literal): literal
    case .text(let text): text
    case .list(let items): items.map(shown).joined(separator: ", ")
    case .bytes, .file, .object: value.description
    }
  }
}

/// A step of the form with its questions; the only one of a form that has no steps.
struct Page {
  let step: DraftSchema.Step?
  let title: String
  let questions: [Question]

  /// The pages of a form in its order, those with questions.
  ///
  /// Fields that stand on no step come last.
  static func all(of schema: DraftSchema) -> [Page] {
    let title = schema.title ?? schema.id
    var pages = schema.steps.map { step in
      Page(
        step: step, title: step.title ?? step.id,
        questions: schema.fields.filter { $0.step == step.id }.compactMap(Question.init))
    }
    let ids = Set(schema.steps.map(\.id))
    let others = schema.fields.filter { field in field.step.map { !ids.contains($0) } ?? true }
    pages.append(Page(step: nil, title: title, questions: others.compactMap(Question.init)))
    return pages.filter { !$0.questions.isEmpty }
  }

  /// The labels of fields that a terminal cannot ask for.
  static func unaskable(in schema: DraftSchema) -> [String] {
    schema.fields.filter { field in
      field.type != .object && Question(field) == nil
        && !field.path.segments.contains { if case .each = $0 { true } else { false } }
    }.map { $0.label ?? $0.path.description }
  }
}
