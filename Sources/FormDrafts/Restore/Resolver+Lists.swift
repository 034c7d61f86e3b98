extension Resolver {
  /// Brings the items of a list into the form, member by member, where either form declares some.
  func resolveItems(
    _ placed: inout Fit.Placed, _ stored: DraftValue, source: FieldPath, path: FieldPath,
    from: ValueShape, to: ValueShape
  ) {
    guard reader.index.hasInside(path) || writer.index.hasInside(source) else { return }
    switch (placed.value, stored) {
    case (.list(let items)?, .list):
      placed.value = .list(
        items.enumerated().map { index, item in
          member(item, source.appending("\(index)"), path.appending("\(index)"), &placed)
        })
    case (.list(let items)?, _):
      // One answer became many: the object was wrapped into a list.
      placed.value = .list(
        items.map { member($0, source, path.appending("0"), &placed) })
    case (.some(let item), .list):
      // Many became one: the only item was taken out.
      placed.value = member(item, source.appending("0"), path, &placed)
    default: break
    }
  }

  /// An item, brought into the form; what has no place in it is left out and accounted for.
  private func member(
    _ item: DraftValue, _ source: FieldPath, _ path: FieldPath, _ placed: inout Fit.Placed
  ) -> DraftValue {
    guard case .object(let object) = item, !object.isEmpty else { return item }
    var builder = ObjectBuilder()
    object.forEachLeaf(inside: source) { place, value in
      let target = target(of: place, source: source, path: path)
      switch fit(value, from: place, to: target) {
      case .echo, .merged: break  // only orphans are
      case .withheld:
        placed.inside.append(.init(place, .withheld, why: "It is a secret now."))
      case .orphan(let why): lose(place, value, why, &placed)
      case .placed(let inner):
        guard let result = inner.value,
          (try? builder.insert(result, at: target.suffix(inside: path))) == .inserted
        else { return lose(place, value, "Another answer stands there.", &placed) }
        note(inner, place, target, source, path, &placed)
      }
    }
    return .object(builder.build())
  }

  /// Where a member of an item goes: elsewhere in the same item, or nowhere else.
  private func target(of place: FieldPath, source: FieldPath, path: FieldPath) -> FieldPath {
    if case .moves(let target) = mapping.destination(of: place), target.isInside(path) {
      return target
    }
    return path.appending(place.suffix(inside: source))
  }

  private func lose(
    _ place: FieldPath, _ value: DraftValue, _ why: String, _ placed: inout Fit.Placed
  ) {
    placed.leavesOriginal = true
    placed.orphans.append(DraftOrphan(path: place, value: value))
    placed.inside.append(
      .init(
        place, .orphaned, why: why, was: writer.index.slot(at: place).shape,
        needsDecision: !value.isNothing))
  }

  private func note(
    _ inner: Fit.Placed, _ place: FieldPath, _ target: FieldPath, _ source: FieldPath,
    _ path: FieldPath, _ placed: inout Fit.Placed
  ) {
    if inner.leavesOriginal { placed.leavesOriginal = true }
    placed.inside += inner.inside
    placed.orphans += inner.orphans
    let isMoved = place.suffix(inside: source) != target.suffix(inside: path)
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
        .filter { $0.isMany && self.reader.index.hasInside($0.path) && !$0.path.hasEach }
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
      _ = try? builder.insert(value, at: answer.path.suffix(inside: outer))
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
  /// Whether a place is one object with declared members.
  fileprivate func isSingleObject(_ path: FieldPath) -> Bool {
    switch slot(at: path) {
    case .field(let field): !field.isMany && field.type == .object && hasInside(path)
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
