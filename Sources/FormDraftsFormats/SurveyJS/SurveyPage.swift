import FormDrafts

/// One page of a survey.
struct SurveyPage {
  let name: String
  let title: String?
  let elements: [DefinitionNode]

  /// The pages of a survey; elements at its top are one page.
  ///
  /// - Throws: ``DraftError/Code/invalidSchema`` for what is malformed, and for two pages of one
  ///   name.
  static func pages(of root: DefinitionNode) throws(DraftError) -> [SurveyPage] {
    let pages = try root.list(of: "pages")
    let elements = try root.list(of: "elements", "questions")
    switch (pages, elements) {
    case (nil, nil):
      throw root.failure(
        "there are no “pages” and no “elements”.",
        hint: "Give it a list “pages”, each with a list “elements”.")
    case (let pages?, let elements?) where !pages.isEmpty && !elements.isEmpty:
      throw root.failure(
        "there are both “pages” and elements beside them.",
        hint: "Put the elements on a page.")
    case (_, let elements?) where !elements.isEmpty:
      return [SurveyPage(name: "page1", title: nil, elements: elements)]
    default:
      return try named(pages ?? [])
    }
  }

  private static func named(_ nodes: [DefinitionNode]) throws(DraftError) -> [SurveyPage] {
    var places: [Exact: DefinitionNode] = [:]
    var names: [String?] = []
    for node in nodes {
      _ = try node.members()
      let name = try node.word("name")
      names.append(name)
      guard let name, let place = node["name"] else { continue }
      try place.checkName(name)
      if let earlier = places.updateValue(place, forKey: Exact(name)) {
        throw place.failure(
          "the page at \(earlier.place) has the same name “\(name.shown)”.",
          hint: "Give one of them another name.")
      }
    }
    // SurveyJS calls a page without a name by the first number that no page has.
    var number = 1
    var pages: [SurveyPage] = []
    for (node, name) in zip(nodes, names) {
      while name == nil, places[Exact("page\(number)")] != nil { number += 1 }
      let chosen = name ?? "page\(number)"
      if name == nil { number += 1 }
      pages.append(
        SurveyPage(
          name: chosen, title: node.localizedText("title"),
          elements: try node.list(of: "elements", "questions") ?? []))
    }
    return pages
  }
}
