import FormDrafts

/// Reads SurveyJS definitions as they are, old names and new.
///
/// | SurveyJS | here |
/// | --- | --- |
/// | a page, in order | a step, by its name |
/// | panel | nothing of its own: its elements belong to the page |
/// | text; with inputType date, datetime, time | text; date, dateTime, time |
/// | text with inputType number or range; slider | decimal; decimal, many if it is a range |
/// | inputType password, HTML's names for passwords and cards | a content kind, so a secret |
/// | comment, signaturepad | text |
/// | radiogroup, dropdown, buttongroup, imagepicker | choice |
/// | checkbox, tagbox, ranking, imagepicker for several | choice, many |
/// | boolean; with valueTrue or valueFalse | boolean; choice of the two |
/// | rating; with rateValues | integer (decimal if it has broken steps); choice |
/// | file | file, many with allowMultiple |
/// | matrix | object, a choice for each row; without rows a map of choices |
/// | matrixdropdown | object, in it an object for each row; without rows a map of objects |
/// | matrixdynamic, paneldynamic | object, many |
/// | multipletext | object |
/// | expression, and types of the app's own | any |
/// | html, image | no field |
///
/// A field is called by `valueName`, else by `name`; questions that share it share one answer, as
/// in SurveyJS. What a person may write beside a choice is a field of its own, `NAME-Comment`.
/// Choices are closed unless they come from elsewhere, depend on other answers, or may be typed.
///
/// A quiz's `correctAnswer` is no answer of anybody, and is not read.
struct SurveyJSReader {
  let root: DefinitionNode
  private var fields = SurveyFields()
  private var work = 0

  /// More is no form: each part of each row of each matrix counts.
  private static let workLimit = 500_000

  init(_ root: DefinitionNode) { self.root = root }

  func schema(naming: FormNaming) throws(DraftError) -> DraftSchema {
    var copy = self
    return try copy.read(naming: naming)
  }

  private mutating func read(naming: FormNaming) throws(DraftError) -> DraftSchema {
    let id = try root.formID(naming, else: ["id", "title"])
    let choices = try SurveyChoices(root)
    let pages = try SurveyPage.pages(of: root)
    for page in pages {
      let elements = try SurveyElement.list(page.elements)
      try read(.elements(elements, at: .root), SurveyContext(step: page.name, choices: choices))
    }
    var schema = DraftSchema(
      id, version: root.formVersion, title: root.localizedText("title"), fields: fields.fields,
      steps: pages.map { DraftSchema.Step($0.name, title: $0.title) })
    Self.dropSecretDefaults(of: &schema)
    return schema
  }

  /// Goes through what stands in each other by a list instead of the call stack, in order.
  private mutating func read(
    _ part: SurveyPart, _ context: SurveyContext
  ) throws(DraftError) {
    var pending = [part]
    while let next = pending.popLast() {
      work += 1
      guard work <= Self.workLimit else {
        throw root.failure(
          "its rows, columns and panels combine in more than \(Self.workLimit) ways.",
          hint: "Split the form, or leave the rows out: they are then read as any rows.")
      }
      switch next {
      case .field(let field, let node): try fields.add(field, from: node)
      case .elements(let elements, let base):
        pending += elements.reversed().map { .element($0, at: base) }
      case .element(let element, let base):
        pending += try element.parts(at: base, context).reversed()
      }
    }
  }

  /// What a form fills in by itself must not be what it hides.
  private static func dropSecretDefaults(of schema: inout DraftSchema) {
    let index = SchemaIndex(schema)
    for (position, field) in schema.fields.enumerated() {
      guard let value = field.defaultValue else { continue }
      if index.holdsSecret(value, at: field.path) { schema.fields[position].defaultValue = nil }
    }
  }
}
