/// Made-up answers to a form: what its fields take, kind by kind.
struct SampleAnswers {
  /// A place of the form.
  private struct Place {
    /// Nil for every item.
    let name: String?
    /// How many lists it stands in.
    let depth: Int
    var field: DraftSchema.Field?
    var children: [Int] = []
    var samples: [DraftValue] = []

    /// An answer to the field, if nothing stands inside it.
    func answer(turn: Int, size: Int) -> DraftValue? {
      guard !samples.isEmpty else { return nil }
      let turns = turn..<(turn + size)
      return field?.isMany == true
        ? .list(turns.map { samples[$0 % samples.count] }) : samples[turn % samples.count]
    }

    /// Whether names in it are data.
    var isMap: Bool {
      if let field, !field.isMany, case .map = field.type { true } else { false }
    }
  }

  private var places = [Place(name: "", depth: 0)]
  /// The fields that hold answers, as the schema writes them: not objects of other fields.
  var paths: [FieldPath] {
    places.compactMap { place in
      guard let field = place.field, place.children.isEmpty || field.isMany else { return nil }
      return field.path
    }
  }
  /// Fields with more choices than are tried.
  private(set) var capped: [FieldPath] = []

  /// - Parameters:
  ///   - schema: the form that is filled in.
  ///   - form: the form whose choices matter: what is none of them is tried first.
  init(_ schema: StoredSchema, for form: DraftSchema) {
    let known = Self.choices(of: form)
    var trie = SchemaTrie()
    for field in schema.schema.fields where !schema.index.isNeverStored(field.path) {
      let segments = field.path.segments
      var (parent, depth) = (SchemaTrie.root, 0)
      let place = trie.insert(field.path) { place, _ in
        if place == places.count {
          let name: String? = if case .name(let name) = segments[depth] { name } else { nil }
          places.append(Place(name: name, depth: places[parent].depth + (name == nil ? 1 : 0)))
          places[parent].children.append(place)
        }
        (parent, depth) = (place, depth + 1)
      }
      places[place].field = field
      places[place].samples = Self.samples(field, known[field.path] ?? [])
      if (field.options?.items.count ?? 0) > Compatibility.choiceLimit { capped.append(field.path) }
    }
  }

  /// Whole sets of answers: lists of one until every sample had its turn; then lists of two, at
  /// one depth at a time, because lists of two in each other soon are more than anybody has.
  var rounds: some Sequence<DraftObject> {
    let turns = max(places.lazy.map(\.samples.count).max() ?? 0, 1)
    let depths = (places.lazy.map(\.depth).max() ?? 0) + 1
    return (0..<(turns + depths)).lazy.map { round in
      values(turn: round < turns ? round : 0, two: round < turns ? nil : round - turns)
    }
  }

  /// One set of answers; inside out, because a place comes after the one it stands in.
  ///
  /// - Parameter two: how many lists those of two stand in; nil if there are none.
  private func values(turn: Int, two: Int?) -> DraftObject {
    var values = [DraftValue?](repeating: nil, count: places.count)
    for (position, place) in places.enumerated().reversed() {
      let size = place.depth == two ? 2 : 1
      values[position] =
        place.children.isEmpty
        ? place.answer(turn: turn, size: size) : outer(place, values, size: size)
    }
    guard case .object(let all)? = values[0] else { return [:] }
    return all
  }

  /// What stands at a place with others inside.
  private func outer(_ place: Place, _ values: [DraftValue?], size: Int) -> DraftValue? {
    var members: [DraftObject.Member] = []
    var item: DraftValue?
    for child in place.children {
      guard let value = values[child] else { continue }
      if let name = places[child].name { members.append(.init(name, value)) } else { item = value }
    }
    if let item {
      guard place.isMap else { return .list(Array(repeating: item, count: size)) }
      members.append(.init(Self.name, item))
    }
    return members.isEmpty ? nil : .object(DraftObject(members))
  }
}

extension SampleAnswers {
  /// A member of an object whose names are data.
  private static let name = "sample"

  /// The closed choices of each field, by its path and its former ones.
  private static func choices(of form: DraftSchema) -> [FieldPath: Set<DraftValue>] {
    var choices: [FieldPath: Set<DraftValue>] = [:]
    for field in form.fields {
      guard let options = field.options, options.isClosed else { continue }
      let values = Set(options.items.map(\.value))
      for path in [field.path] + field.formerly { choices[path] = values }
    }
    return choices
  }

  /// Answers a field takes: its choices, those first that are gone, or one of each kind.
  private static func samples(
    _ field: DraftSchema.Field, _ known: Set<DraftValue>
  ) -> [DraftValue] {
    guard let options = field.options else { return samples(field.type) }
    let values = options.items.map(\.value).filter { !$0.isNothing }
    let choices = (values.filter { !known.contains($0) } + values.filter(known.contains))
      .prefix(Compatibility.choiceLimit)
    if choices.isEmpty || !options.isClosed { return choices + samples(field.type) }
    return Array(choices)
  }

  private static func samples(_ type: DraftSchema.ValueType) -> [DraftValue] {
    switch type {
    case .text, .choice: ["sample"]
    case .integer: [1]
    case .decimal: [.number(literal: "1.5"), 1]
    case .boolean: [true, false]
    case .date: ["2024-02-29"]
    case .time: ["12:30:00"]
    case .dateTime: ["2024-02-29T12:30:00Z"]
    case .file: [.file(DraftFile(id: "sample", name: "sample", byteCount: 1))]
    case .bytes: [.bytes([1])]
    case .object: [.object([name: "sample"])]
    case .list(let element): samples(element).map { .list([$0]) }
    case .map(let element): samples(element).map { .object(DraftObject([.init(name, $0)])) }
    case .any: ["sample", 1, true, ["sample"], .object([name: "sample"])]
    }
  }
}
