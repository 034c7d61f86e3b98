import FormDrafts

extension SurveyQuestion {
  /// A row of a matrix: the name of its member, and its words.
  struct Row {
    let name: String
    let label: String?
    let node: DefinitionNode
  }

  /// The rows that the definition names, each once.
  func rows() throws(DraftError) -> [Row] {
    var seen: Set<Exact> = []
    var rows: [Row] = []
    for node in try node.list(of: "rows") ?? [] {
      let item = try SurveyChoices.item(node)
      let name: String
      switch item.value {
      case .text(let text): name = text
      case .number(let literal): name = literal
      case .bool(let flag): name = "\(flag)"
      default:
        throw node.failure(
          "a row is named by a text, not by \(item.value.kind).",
          hint: "Write it as {\"value\": \"NAME\", \"text\": \"WORDS\"}.")
      }
      try node.checkName(name)
      guard seen.insert(Exact(name)).inserted else { continue }
      rows.append(Row(name: name, label: item.label, node: node))
    }
    return rows
  }

  /// What stands inside the answer.
  func inner() throws(DraftError) -> [SurveyPart] {
    let each = path.appending(.each)
    switch element.type {
    case "matrix": return try plainRows()
    case "matrixdropdown": return try rowsOfCells()
    case "matrixdynamic": return [.elements(try SurveyElement.cells(of: node), at: each)]
    case "paneldynamic":
      let nodes = try node.list(of: "templateElements", "questions", "elements") ?? []
      return [.elements(try SurveyElement.list(nodes), at: each)]
    case "multipletext":
      let items = try node.list(of: "items") ?? []
      return [.elements(items.map { SurveyElement(node: $0, type: "text") }, at: path)]
    default:
      guard let member = try choiceMember() else { return [] }
      try node.checkName(member)
      let options = try context.choices.options(of: element)
      let choice = field(each.appending(member), SurveyAnswer(.choice, options: options))
      return [.field(choice, from: node)]
    }
  }

  private func plainRows() throws(DraftError) -> [SurveyPart] {
    let answer = try cellAnswer()
    let isRequired = try node.isSet("eachRowRequired", "isAllRowRequired")
    return try rows().map { row in
      var field = field(path.appending(row.name), answer, label: row.label)
      field.isRequired = isRequired
      return .field(field, from: row.node)
    }
  }

  private func rowsOfCells() throws(DraftError) -> [SurveyPart] {
    let cells = try SurveyElement.cells(of: node)
    let rows = try rows()
    guard !rows.isEmpty else { return [.elements(cells, at: path.appending(.each))] }
    return rows.flatMap { row -> [SurveyPart] in
      let place = path.appending(row.name)
      return [
        .field(field(place, SurveyAnswer(.object), label: row.label), from: row.node),
        .elements(cells, at: place),
      ]
    }
  }
}
