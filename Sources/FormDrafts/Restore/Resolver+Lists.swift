extension Resolver {
  /// An item of a list on its way from one form into another.
  private struct Item {
    var value: DraftValue
    var source: FieldPath
    var path: FieldPath
    var schema: StoredSchema?
  }

  /// Brings the items of a list into the form, member by member, where either form declares some.
  func resolveItems(
    _ placed: inout Fit.Placed, _ stored: DraftValue, from source: FieldPath, to path: FieldPath,
    under schema: StoredSchema?
  ) {
    guard reader.index.hasInside(path) || schema?.index.hasInside(source) == true else { return }
    func item(_ value: DraftValue, _ source: FieldPath, _ path: FieldPath) -> DraftValue {
      member(Item(value: value, source: source, path: path, schema: schema), &placed)
    }
    switch (placed.value, stored) {
    case (.list(let items)?, .list):
      placed.value = .list(
        items.enumerated().map { index, value in
          item(value, source.appending("\(index)"), path.appending("\(index)"))
        })
    case (.list(let items)?, _):
      // One answer became many: the object was wrapped into a list.
      placed.value = .list(items.map { item($0, source, path.appending("0")) })
    case (.some(let value), .list):
      // Many became one: the only item was taken out.
      placed.value = item(value, source.appending("0"), path)
    default: break
    }
  }

  /// An item, brought into the form; what has no place in it is left out and accounted for.
  private func member(_ item: Item, _ placed: inout Fit.Placed) -> DraftValue {
    guard case .object(let object) = item.value, !object.isEmpty else { return item.value }
    var builder = ObjectBuilder()
    object.forEachLeaf(inside: item.source) { place, value in
      let target = target(of: place, item)
      switch innerFit(value, place, target, item) {
      case .echo, .merged: break  // only orphans are
      case .withheld:
        placed.inside.append(.init(place, .withheld, why: "It is a secret now."))
      case .orphan(let why): lose(place, value, why, item, &placed)
      case .placed(let inner):
        guard let result = inner.value,
          (try? builder.insert(result, at: target.suffix(after: item.path))) == .inserted
        else { return lose(place, value, "Another answer stands there.", item, &placed) }
        note(inner, place, target, item, &placed)
      }
    }
    return .object(builder.build())
  }

  /// A member that nobody says anything about stays in its item.
  private func innerFit(
    _ value: DraftValue, _ place: FieldPath, _ target: FieldPath, _ item: Item
  ) -> Fit {
    if item.schema == nil, reader.index.slot(at: target).isUnknown,
      !reader.index.isNeverStored(target)
    {
      return .placed(Fit.Placed(value: value, outcome: .undeclared))
    }
    return fit(value, from: place, to: target, under: item.schema, isInList: true)
  }

  /// Where a member of an item goes: elsewhere in the same item, or nowhere else.
  private func target(of place: FieldPath, _ item: Item) -> FieldPath {
    if case .moves(let target) = mapping.destination(of: place), target.isInside(item.path) {
      return target
    }
    return item.path.appending(contentsOf: place.suffix(after: item.source))
  }

  private func lose(
    _ place: FieldPath, _ value: DraftValue, _ why: String, _ item: Item,
    _ placed: inout Fit.Placed
  ) {
    placed.leavesOriginal = true
    placed.orphans.append(DraftOrphan(path: place, value: value))
    placed.inside.append(
      .init(
        place, .orphaned, why: why, was: item.schema?.index.slot(at: place).shape,
        needsDecision: !value.isNothing))
  }

  private func note(
    _ inner: Fit.Placed, _ place: FieldPath, _ target: FieldPath, _ item: Item,
    _ placed: inout Fit.Placed
  ) {
    if inner.leavesOriginal { placed.leavesOriginal = true }
    placed.inside += inner.inside
    placed.orphans += inner.orphans
    let isMoved = place.suffix(after: item.source) != target.suffix(after: item.path)
    let outcome = isMoved && inner.outcome == .kept ? .moved : inner.outcome
    guard outcome != .kept, outcome != .undeclared else { return }
    placed.inside.append(
      .init(
        target, outcome, from: isMoved ? place : nil, why: inner.why, was: inner.was,
        is: inner.is, items: inner.items))
  }
}

extension Resolver {
  /// Single objects of which the form now has a list: their members become one answer, which a
  /// list of one can hold.
  func wrapped(_ answers: [StoredAnswer]) -> [StoredAnswer] {
    let wraps = Set(
      reader.schema.fields.lazy
        .filter { $0.isMany && $0.type == .object && !$0.path.hasEach }
        .map(\.path)
        .filter { self.writer.index.isSingleObject($0) })
    guard !wraps.isEmpty else { return answers }
    var result: [StoredAnswer] = []
    var builders: [FieldPath: (position: Int, builder: ObjectBuilder)] = [:]
    for answer in answers {
      guard let outer = answer.path.outer(in: wraps), outer != answer.path,
        let value = answer.value, !answer.isOrphan
      else {
        result.append(answer)
        continue
      }
      var (position, builder) = builders[outer] ?? (result.count, ObjectBuilder())
      if position == result.count {
        result.append(StoredAnswer(path: outer, value: .object([:])))
      }
      _ = try? builder.insert(value, at: answer.path.suffix(after: outer))
      result[position].isTouched = result[position].isTouched || answer.isTouched
      result[position].isDirty = result[position].isDirty || answer.isDirty
      result[position].rows += answer.rows
      builders[outer] = (position, builder)
    }
    for (position, var builder) in builders.values {
      result[position].value = .object(builder.build())
    }
    return result
  }
}

extension SchemaIndex {
  /// Whether a place is one object.
  fileprivate func isSingleObject(_ path: FieldPath) -> Bool {
    switch slot(at: path) {
    case .field(let field): !field.isMany && field.type == .object
    case .interior: true
    case .inside, .unknown: false
    }
  }
}

extension FieldPath {
  /// The nearest of some places that this path is or lies in.
  fileprivate func outer(in places: Set<FieldPath>) -> FieldPath? {
    var path: FieldPath? = self
    while let place = path {
      if places.contains(place) { return place }
      path = place.parent
    }
    return nil
  }
}
