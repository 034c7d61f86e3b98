extension FieldDiff {
  /// Compares closed choices with each other, and says where choices were closed or opened.
  ///
  /// Where the type changed and only one of the two has choices, they are part of the type.
  mutating func compareOptions(_ pair: FieldPair) {
    let (before, now) = (pair.before, pair.now)
    let isRetyped = ValueShape(before).type != ValueShape(now).type
    if isRetyped, before.options == nil || now.options == nil { return }
    let closedBefore = before.options.flatMap { $0.isClosed ? $0 : nil }
    let closedNow = now.options.flatMap { $0.isClosed ? $0 : nil }
    let path = now.path
    let judged = isRetyped ? pair.conversion : pair.effect(.flagged)
    switch (closedBefore, closedNow) {
    case (nil, nil): return
    case (let earlier?, let choices?):
      compare(earlier, choices, pair, judged)
    case (nil, let choices?):
      append(
        Change(
          .optionsClosed, path: path, is: Self.text(choices.items.map(\.value)), effect: judged,
          "An answer at \(path.shown) was free and is one of \(choices.items.count) choices now."))
    case (let earlier?, nil):
      append(
        Change(
          .optionsOpened, path: path, was: Self.text(earlier.items.map(\.value)),
          effect: pair.effect(),
          "An answer at \(path.shown) was one of \(earlier.items.count) choices and is free now."))
    }
  }

  private mutating func compare(
    _ earlier: DraftSchema.Options, _ choices: DraftSchema.Options, _ pair: FieldPair,
    _ judged: Effect
  ) {
    let (before, now) = (earlier.items.map(\.value), choices.items.map(\.value))
    let gone = Self.values(before, without: now)
    let new = Self.values(now, without: before)
    let path = pair.now.path
    if !gone.isEmpty {
      append(
        Change(
          .optionRemoved, path: path, was: Self.text(gone), effect: judged,
          (gone.count == 1 ? "A choice is gone" : "\(gone.count) choices are gone")
            + " at \(path.shown)."))
    }
    if !new.isEmpty {
      append(
        Change(
          .optionAdded, path: path, is: Self.text(new), effect: pair.effect(),
          (new.count == 1 ? "A choice is new" : "\(new.count) choices are new")
            + " at \(path.shown)."))
    }
  }

  /// The values of one list that another lacks, in order.
  private static func values(
    _ values: [DraftValue], without others: [DraftValue]
  ) -> [DraftValue] {
    var seen = Set(others)
    return values.filter { seen.insert($0).inserted }
  }

  /// Values as JSON, so that `1` and `"1"` are two things.
  private static func text(_ values: [DraftValue]) -> String {
    values.map(\.json).joined(separator: ", ")
  }
}
