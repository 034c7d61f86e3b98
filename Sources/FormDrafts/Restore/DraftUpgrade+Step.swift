extension DraftUpgrade {
  /// One change of an upgrade; see ``DraftUpgrade`` for what holds for all.
  ///
  /// ```swift
  /// let steps: [DraftUpgrade.Step] = [
  ///   .drop("/nickname"),
  ///   .rename("/phones/~*/nr", to: "number"),  // in every item of the list
  ///   .redirectStep("person", to: "you"),
  /// ]
  /// ```
  public struct Step: Sendable {
    let kind: Kind

    enum Kind: Sendable {
      case rename(FieldPath, String)
      case move(FieldPath, FieldPath)
      case drop(FieldPath)
      case split(FieldPath, [FieldPath], @Sendable (DraftValue) throws -> [DraftValue?])
      case merge([FieldPath], FieldPath, @Sendable ([DraftValue?]) throws -> DraftValue?)
      case map(FieldPath, @Sendable (DraftValue) throws -> DraftValue?)
      case mapValues(FieldPath, [DraftValue: DraftValue], hasTwins: Bool)
      case convert(
        FieldPath, DraftSchema.ValueType, @Sendable (DraftValue) throws -> DraftValue?)
      case redirectStep(Exact, Exact)
    }

    /// Gives an answer, or all that stands inside a path, another last name.
    ///
    /// - Parameters:
    ///   - path: what is renamed; ends with a name.
    ///   - name: its new name, not a path.
    public static func rename(_ path: FieldPath, to name: String) -> Step {
      Step(kind: .rename(path, name))
    }

    /// Moves an answer, or all that stands inside a path.
    ///
    /// Into what is moved is possible (`/name` to `/name/full`), and out of it too.
    ///
    /// - Parameters:
    ///   - path: what is moved.
    ///   - target: where it stands afterwards. An item's answers stay in the item: both paths are
    ///     equal up to their last `~*`.
    public static func move(_ path: FieldPath, to target: FieldPath) -> Step {
      Step(kind: .move(path, target))
    }

    /// Drops an answer, or all that stands inside a path, with its marks.
    public static func drop(_ path: FieldPath) -> Step { Step(kind: .drop(path)) }

    /// Makes several answers of one.
    ///
    /// Each gets the marks of the one. What the closure throws ends the restore with
    /// ``DraftError/Code/upgradeFailed``; an error that is a ``DraftError`` is its cause, of any
    /// other only the type is told.
    ///
    /// - Parameters:
    ///   - path: the answer that is taken; an object, if answers stand inside the path.
    ///   - targets: where its parts stand; one of them may be `path`.
    ///   - body: the parts of an answer, one for each target; nil leaves the target without.
    public static func split(
      _ path: FieldPath, into targets: [FieldPath],
      _ body: @escaping @Sendable (DraftValue) throws -> [DraftValue?]
    ) -> Step {
      Step(kind: .split(path, targets, body))
    }

    /// Makes one answer of several.
    ///
    /// It gets the marks of all. Errors of the closure are treated as ``split(_:into:_:)`` does.
    ///
    /// - Parameters:
    ///   - paths: the answers that are taken.
    ///   - target: where the one stands; may be one of `paths`.
    ///   - body: the answer from those taken, nil for each that is not there; called if one is.
    public static func merge(
      _ paths: [FieldPath], into target: FieldPath,
      _ body: @escaping @Sendable ([DraftValue?]) throws -> DraftValue?
    ) -> Step {
      Step(kind: .merge(paths, target, body))
    }

    /// Makes another answer of one.
    ///
    /// Marks on list items follow the items if the list declares an identity
    /// (``DraftSchema/Field/identity``) and every item has one of its own before and after; if not,
    /// an item keeps its marks if it stands unchanged in its place. Errors of the closure are
    /// treated as ``split(_:into:_:)`` does.
    ///
    /// - Parameters:
    ///   - path: the answer; an object, if answers stand inside the path.
    ///   - body: the new answer; nil for none.
    public static func map(
      _ path: FieldPath, _ body: @escaping @Sendable (DraftValue) throws -> DraftValue?
    ) -> Step {
      Step(kind: .map(path, body))
    }

    /// Puts other values in the place of some.
    ///
    /// - Parameters:
    ///   - path: the answer; of a list, each item is looked up.
    ///   - pairs: a value, by kind and bytes, and what stands in its place; other values stay.
    public static func mapValues(
      _ path: FieldPath, _ pairs: [(from: DraftValue, to: DraftValue)]
    ) -> Step {
      let table = Dictionary(
        pairs.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
      return Step(kind: .mapValues(path, table, hasTwins: table.count < pairs.count))
    }

    /// Makes an answer of another type of one, and fails if it is not.
    ///
    /// Marks and errors are treated as ``map(_:_:)`` does.
    ///
    /// - Parameters:
    ///   - path: the answer; an object, if answers stand inside the path.
    ///   - type: the type it has afterwards. By what JSON is it is judged, so that any text is a
    ///     date; `null` is of every type, and anything a choice.
    ///   - body: the new answer; nil for none.
    public static func convert(
      _ path: FieldPath, to type: DraftSchema.ValueType,
      _ body: @escaping @Sendable (DraftValue) throws -> DraftValue?
    ) -> Step {
      Step(kind: .convert(path, type, body))
    }

    /// Puts another step of the form in the place of one: where the person was, and among those
    /// passed over.
    public static func redirectStep(_ id: String, to target: String) -> Step {
      Step(kind: .redirectStep(Exact(id), Exact(target)))
    }
  }
}

extension DraftUpgrade.Step: CustomStringConvertible {
  /// What the step does and where: `rename /mail to “email”`; never a value.
  public var description: String { words }

  var words: String {
    switch kind {
    case .rename(let path, let name): "rename \(path.shown) to “\(name.shown)”"
    case .move(let path, let target): "move \(path.shown) to \(target.shown)"
    case .drop(let path): "drop \(path.shown)"
    case .split(let path, let targets, _): "split \(path.shown) into \(Self.list(targets))"
    case .merge(let paths, let target, _): "merge \(Self.list(paths)) into \(target.shown)"
    case .map(let path, _): "map \(path.shown)"
    case .mapValues(let path, _, _): "mapValues \(path.shown)"
    case .convert(let path, let type, _): "convert \(path.shown) to \(type)"
    case .redirectStep(let id, let target):
      "redirectStep “\(id.wrappedValue.shown)” to “\(target.wrappedValue.shown)”"
    }
  }

  private static func list(_ paths: [FieldPath]) -> String {
    let most = 4
    let shown = paths.prefix(most).map(\.shown).joined(separator: ", ")
    return paths.count > most ? shown + ", …" : shown
  }
}
