/// Brings an answer from one type to another, without losing anything, or not at all.
///
/// Pure. The table of <doc:WhenTheFormChanges>, and nothing else: text never becomes a number.
/// `null` is an answer in every type. The other kinds of nothing (`""`, `[]`, `{}`) stay in fields
/// of their own type and are never wrapped into one of another.
enum Conversion {
  /// What becomes of one value.
  enum Result: Equatable {
    /// It fits as it is, and its type is the same.
    case same
    /// It has another type now; the value may be the same bytes.
    case converted(DraftValue)
    /// It does not fit; why, for people.
    case unfit(String)
  }

  /// Converts one value.
  ///
  /// - Parameters:
  ///   - value: the stored answer.
  ///   - from: the type it was saved under; ``ValueShape/any`` if nobody declared one.
  ///   - to: the type it is to have.
  ///   - options: the closed choices of the field it is to stand in.
  static func convert(
    _ value: DraftValue, from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Result {
    if from == to { return .same }
    if case .null = value { return .converted(value) }
    switch (from.isMany, to.isMany) {
    case (false, true) where from.type != .any:
      return wrap(value, from: from, to: to, options: options)
    case (true, false) where to.type != .any:
      return unwrap(value, from: from, to: to, options: options)
    case (true, true): return convertItems(value, from: from, to: to, options: options)
    default: return convertOne(value, from: from, to: to, options: options)
    }
  }

  private static func wrap(
    _ value: DraftValue, from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Result {
    if value.isNothing { return .unfit("It is empty, and one answer became many.") }
    switch convert(value, from: from, to: to.item, options: options) {
    case .same: return .converted(.list([value]))
    case .converted(let item): return .converted(.list([item]))
    case .unfit(let why): return .unfit(why)
    }
  }

  private static func unwrap(
    _ value: DraftValue, from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Result {
    guard case .list(let items) = value else {
      // What stands there never was the list its form declared.
      return convertOne(value, from: .any, to: to, options: options)
    }
    guard items.count == 1, let item = items.first else {
      return .unfit("Many answers became one, and there are \(items.count).")
    }
    if item.isNothing { return .unfit("Many answers became one, and the only one is empty.") }
    switch convert(item, from: from.item, to: to, options: options) {
    case .same: return .converted(item)
    case .converted(let value): return .converted(value)
    case .unfit(let why): return .unfit(why)
    }
  }

  private static func convertItems(
    _ value: DraftValue, from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Result {
    guard case .list(let items) = value else {
      return convertOne(value, from: .any, to: to, options: options)
    }
    var converted: [DraftValue] = []
    for item in items {
      switch convert(item, from: from.item, to: to.item, options: options) {
      case .same: converted.append(item)
      case .converted(let value): converted.append(value)
      case .unfit(let why): return .unfit(why)
      }
    }
    return .converted(.list(converted))
  }

  private static func convertOne(
    _ value: DraftValue, from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Result {
    let isText = if case .text = value { true } else { false }
    switch (from.type, to.type) {
    case (_, .any) where !to.isMany: return .converted(value)
    case (.any, _) where !from.isMany:
      return to.hasKind(of: value) ? .converted(value) : unfit(from, to)
    case (.integer, .decimal):
      return to.hasKind(of: value) ? .converted(value) : unfit(from, to)
    case (.choice, .text), (.date, .text), (.time, .text), (.dateTime, .text):
      return isText ? .converted(value) : unfit(from, to)
    case (.text, .choice):
      guard isText, options.map({ $0.items.contains { $0.value == value } }) ?? true else {
        return .unfit("The text is none of the choices.")
      }
      return .converted(value)
    case (.object, .map), (.map, .object), (.list, .list):
      return to.hasKind(of: value) ? .converted(value) : unfit(from, to)
    default: return unfit(from, to)
    }
  }

  private static func unfit(_ from: ValueShape, _ to: ValueShape) -> Result {
    .unfit("The type was \(from) and is \(to).")
  }
}

extension Conversion {
  /// What can be said of a change of type before there are answers.
  enum Verdict: Sendable, Hashable {
    case same
    /// Every answer that says something fits.
    ///
    /// `""`, `[]` and `{}` may have no place where one answer became many; nobody has to decide
    /// about them.
    case always
    /// Some do; which, for people.
    case sometimes(String)
    /// No answer that says something fits.
    case never
  }

  /// What becomes of answers of one type in a field of another.
  ///
  /// - Parameters:
  ///   - from: the type they were saved under.
  ///   - to: the type they are to have.
  ///   - options: the choices of the field they are to stand in.
  static func verdict(
    from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Verdict {
    if from == to { return .same }
    switch (from.isMany, to.isMany) {
    case (false, true) where from.type != .any:
      let inner = verdict(from: from, to: to.item, options: options)
      return inner == .same ? .always : inner
    case (true, false) where to.type != .any:
      let inner = verdict(from: from.item, to: to, options: options)
      return inner == .never ? .never : .sometimes("lists of exactly one")
    case (true, true):
      return verdict(from: from.item, to: to.item, options: options)
    default: return verdictOfOne(from: from, to: to, options: options)
    }
  }

  private static func verdictOfOne(
    from: ValueShape, to: ValueShape, options: DraftSchema.Options?
  ) -> Verdict {
    switch (from.type, to.type) {
    case (_, .any) where !to.isMany: .always
    case (.any, _) where !from.isMany: .sometimes("values that are \(to)")
    case (.integer, .decimal), (.date, .text), (.time, .text), (.dateTime, .text),
      (.map, .object):
      .always
    case (.choice, .text): .sometimes("choices that are text")
    case (.object, .map), (.list, .list): .sometimes("values that are \(to)")
    case (.text, .choice):
      options?.isClosed == true ? .sometimes("texts that are one of the choices") : .always
    default: .never
    }
  }
}
