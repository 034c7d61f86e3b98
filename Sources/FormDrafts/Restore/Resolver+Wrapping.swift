extension Resolver {
  /// Single objects, and maps, of which the form now has a list: their members become one answer,
  /// which a list of one can hold.
  ///
  /// A member that goes elsewhere, or is a secret there, goes its own way.
  func wrapped(_ answers: [StoredAnswer]) -> [StoredAnswer] {
    let wraps = wraps
    guard !wraps.isEmpty else { return answers }
    var result: [StoredAnswer] = []
    var builders: [FieldPath: (position: Int, builder: ObjectBuilder)] = [:]
    for answer in answers {
      guard let value = answer.value, !answer.isOrphan, !answer.isDropped, answer.way == nil,
        let (outer, list) = wraps.around(answer.path), goesAlong(answer.path, in: outer, to: list)
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

  /// By the place of a single object, the list that it becomes.
  private var wraps: [FieldPath: FieldPath] {
    var wraps: [FieldPath: FieldPath] = [:]
    for field in reader.schema.fields where ValueShape(field).isMany && !field.path.hasEach {
      for origin in mapping.origins(of: field.path)
      where isWrapped(origin, to: field) && place(of: origin) == field.path {
        wraps[origin] = field.path
      }
    }
    return wraps
  }

  /// Whether a place is one object, or one map, of which a field holds a list.
  private func isWrapped(_ origin: FieldPath, to field: DraftSchema.Field) -> Bool {
    switch writer.index.slot(at: origin) {
    case .field(let before): return ValueShape(before).isWrapped(to: field)
    case .interior:
      return ValueShape(.object).isWrapped(to: field)
        && writer.index.itemNames(of: origin.appending(.each)) == nil
    case .inside, .unknown: return false
    }
  }

  /// Where the answer at a path goes; nil if that is open.
  private func place(of path: FieldPath) -> FieldPath? {
    switch mapping.destination(of: path) {
    case .stays: path
    case .moves(let target): target
    case .ambiguous: nil
    }
  }

  /// Whether a member goes where the object around it goes.
  private func goesAlong(_ path: FieldPath, in outer: FieldPath, to list: FieldPath) -> Bool {
    let suffix = path.suffix(after: outer)
    return place(of: path) == list.appending(contentsOf: suffix)
      && !reader.index.isNeverStored(list.appending("0").appending(contentsOf: suffix))
  }
}

extension ValueShape {
  /// Whether members of such a value are stored one by one, and those of a field's list as one.
  ///
  /// A map is put together with what it says of its inside, and no object with declared members
  /// becomes a list of maps.
  func isWrapped(to list: DraftSchema.Field) -> Bool {
    let item = ValueShape(list).item
    guard !isMany, ValueShape(list).isMany else { return false }
    switch (type, item.type) {
    case (.object, .object), (.map, .map): return true
    default: return false
    }
  }
}

extension [FieldPath: FieldPath] {
  /// The nearest of the places around a path, and what it becomes.
  fileprivate func around(_ path: FieldPath) -> (key: FieldPath, value: FieldPath)? {
    for place in path.outward.dropFirst() {
      if let value = self[place] { return (place, value) }
    }
    return nil
  }
}
