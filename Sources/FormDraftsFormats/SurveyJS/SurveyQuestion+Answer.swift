import FormDrafts

/// What an answer is.
struct SurveyAnswer {
  var type: DraftSchema.ValueType
  var isMany = false
  var options: DraftSchema.Options?

  init(
    _ type: DraftSchema.ValueType, isMany: Bool = false, options: DraftSchema.Options? = nil
  ) {
    self.type = type
    self.isMany = isMany
    self.options = options
  }
}

extension SurveyQuestion {
  /// Whether SurveyJS itself has questions of this type.
  var isKnown: Bool { Self.types.contains(element.type) }

  private static let types: Set<String> = [
    "text", "comment", "signaturepad", "radiogroup", "dropdown", "buttongroup", "checkbox",
    "tagbox", "ranking", "imagepicker", "boolean", "rating", "slider", "file", "matrix",
    "matrixdropdown", "matrixdynamic", "paneldynamic", "multipletext", "expression",
  ]

  /// What the answer is, by the type of the question.
  func answer() throws(DraftError) -> SurveyAnswer {
    switch element.type {
    case "text": try textAnswer()
    case "comment", "signaturepad": SurveyAnswer(.text)
    case "radiogroup", "dropdown", "buttongroup", "checkbox", "tagbox", "ranking", "imagepicker":
      try choiceAnswer()
    case "boolean": try booleanAnswer()
    case "rating": try ratingAnswer()
    case "slider": SurveyAnswer(.decimal, isMany: try node.word("sliderType") == "range")
    case "file": SurveyAnswer(.file, isMany: try node.isSet("allowMultiple"))
    case "matrix":
      SurveyAnswer(try rows().isEmpty ? .map(cellAnswer().element) : .object)
    case "matrixdropdown": SurveyAnswer(try rows().isEmpty ? .map(.object) : .object)
    case "matrixdynamic", "paneldynamic": SurveyAnswer(.object, isMany: true)
    case "multipletext": SurveyAnswer(.object)
    case "expression": SurveyAnswer(.any)
    default: SurveyAnswer(.any, options: context.choices.openOptions(of: element))
    }
  }

  private func textAnswer() throws(DraftError) -> SurveyAnswer {
    switch try node.word("maskType") {
    case "numeric", "currency":
      let isText = try node["maskSettings"]?.isSet("saveMaskedValue") ?? false
      return SurveyAnswer(isText ? .text : .decimal)
    case nil, "none": break
    default: return SurveyAnswer(.text)
    }
    return switch try node.word("inputType")?.lowercased() {
    case "number", "range": SurveyAnswer(.decimal)
    case "date": SurveyAnswer(.date)
    case "datetime", "datetime-local": SurveyAnswer(.dateTime)
    case "time": SurveyAnswer(.time)
    default: SurveyAnswer(.text)
    }
  }

  private func choiceAnswer() throws(DraftError) -> SurveyAnswer {
    let isMany =
      switch element.type {
      case "checkbox", "tagbox", "ranking": true
      case "imagepicker": try node.isSet("multiSelect")
      default: false
      }
    if try choiceMember() != nil { return SurveyAnswer(.object, isMany: true) }
    return SurveyAnswer(.choice, isMany: isMany, options: try context.choices.options(of: element))
  }

  /// The member that keeps each choice, if the answer is a list of objects.
  func choiceMember() throws(DraftError) -> String? {
    switch element.type {
    case "checkbox", "tagbox", "ranking": try node.word("valuePropertyName")
    default: nil
    }
  }

  private func booleanAnswer() throws(DraftError) -> SurveyAnswer {
    func value(_ name: String, else usual: DraftValue) -> DraftValue {
      guard let value = node[name]?.value, value != .null else { return usual }
      return value
    }
    let (yes, no) = (value("valueTrue", else: true), value("valueFalse", else: false))
    if yes == true, no == false { return SurveyAnswer(.boolean) }
    return SurveyAnswer(
      .choice,
      options: .init([
        .init(yes, label: node.localizedText("labelTrue")),
        .init(no, label: node.localizedText("labelFalse")),
      ]))
  }

  private func ratingAnswer() throws(DraftError) -> SurveyAnswer {
    let values = try context.choices.items(node["rateValues"])
    if !values.isEmpty {
      return SurveyAnswer(.choice, options: .joined([.init(values)], isClosed: true))
    }
    for name in ["rateMin", "rateMax", "rateStep"] {
      if case .number(let literal) = node[name]?.value, !literal.isWholeNumber {
        return SurveyAnswer(.decimal)
      }
    }
    return SurveyAnswer(.integer)
  }

  /// What a row of a plain matrix holds: one of its columns, or several.
  func cellAnswer() throws(DraftError) -> SurveyAnswer {
    let columns = try context.choices.items(node["columns"])
    let isClosed = node["columnsVisibleIf"].isNothing
    return SurveyAnswer(
      .choice, isMany: try node.word("cellType") == "checkbox",
      options: columns.isEmpty ? nil : .joined([.init(columns)], isClosed: isClosed))
  }
}

extension SurveyAnswer {
  /// The type as the value of a map.
  fileprivate var element: DraftSchema.ValueType { isMany ? .list(type) : type }
}
