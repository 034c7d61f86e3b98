import FormDrafts

/// Something that stands on a page, in a panel or in a matrix, wherever its answers go.
struct SurveyElement {
  let node: DefinitionNode
  let type: String
  /// The choices of the matrix around it, for a cell that has none of its own.
  var sharedChoices: DefinitionNode?
}

/// What is still to be read, and where its answers stand.
enum SurveyPart {
  /// A field, and the place in the definition that asks for it.
  case field(DraftSchema.Field, from: DefinitionNode)
  case element(SurveyElement, at: FieldPath)
  case elements([SurveyElement], at: FieldPath)
}

/// What holds for all elements of one page.
struct SurveyContext {
  let step: String
  let choices: SurveyChoices
}

extension SurveyElement {
  /// Elements by their own type.
  static func list(_ nodes: [DefinitionNode]) throws(DraftError) -> [SurveyElement] {
    var elements: [SurveyElement] = []
    for node in nodes {
      let type = try node.demandWord("type")
      elements.append(SurveyElement(node: node, type: type))
    }
    return elements
  }

  /// The columns of a matrix, and what a row unfolds: the type of a cell is the column's, else
  /// the matrix's, else a drop-down.
  static func cells(of matrix: DefinitionNode) throws(DraftError) -> [SurveyElement] {
    func cellType(_ node: DefinitionNode) throws(DraftError) -> String? {
      let word = try node.word("cellType")
      return word == "default" ? nil : word
    }
    let usual = try cellType(matrix) ?? "dropdown"
    let choices = matrix["choices"]
    var cells: [SurveyElement] = []
    for column in try matrix.list(of: "columns") ?? [] {
      let type = try cellType(column) ?? usual
      cells.append(SurveyElement(node: column, type: type, sharedChoices: choices))
    }
    return try cells + list(matrix.list(of: "detailElements") ?? [])
  }

  /// What this comes to: fields, and elements inside.
  func parts(at base: FieldPath, _ context: SurveyContext) throws(DraftError) -> [SurveyPart] {
    switch type {
    case "html", "image": return []
    case "panel", "flowpanel":
      let inner = try Self.list(node.list(of: "elements", "questions") ?? [])
      return [.elements(inner, at: base)]
    default:
      return try SurveyQuestion(self, at: base, context).parts()
    }
  }
}
