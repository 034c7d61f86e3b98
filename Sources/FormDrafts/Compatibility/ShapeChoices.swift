/// The closed choices of a form that an answer may have to be one of.
struct ShapeChoices {
  private let reader: StoredSchema
  /// All there are, where upgrades may put an answer anywhere.
  private let everywhere: [DraftValue]?
  /// By the names on the way: one and many change places, and an answer goes along.
  private var byNames: [FieldPath: [DraftValue]] = [:]

  init(reader: StoredSchema, isUpgraded: Bool) {
    self.reader = reader
    var all: [DraftValue] = []
    for field in reader.schema.fields {
      guard let options = field.options, options.isClosed else { continue }
      let values = options.items.map(\.value)
      all += values
      byNames[field.path.withoutItems, default: []] += values
    }
    everywhere = isUpgraded ? all : nil
  }

  /// The choices where an answer stands, or goes.
  func choices(
    for path: FieldPath, isItem: Bool, savedUnder writer: StoredSchema
  ) -> [DraftValue] {
    if let everywhere { return everywhere }
    let moved = reader.mapping(from: writer).destination(of: path).others
    var choices: [DraftValue] = []
    for place in [path] + moved {
      choices += byNames[place.withoutItems] ?? []
      let field = reader.index.fieldOfChoices(at: place, isItem: isItem).field
      guard let options = field?.options, options.isClosed else { continue }
      choices += options.items.map(\.value)
    }
    return choices
  }
}

extension FieldPath {
  /// The names on the way, without positions.
  fileprivate var withoutItems: FieldPath {
    FieldPath(
      segments: segments.filter { segment in
        if case .name(let name) = segment { !name.isItemNumber } else { false }
      })
  }
}
