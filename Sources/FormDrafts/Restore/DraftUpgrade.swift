/// What an app does to drafts of an earlier version of its form, so that they fit the present one.
///
/// Ordered steps, each a plain change of stored values. They act in memory when a draft is
/// restored; what is stored changes with the next save.
///
/// ```swift
/// let upgrades = [
///   DraftUpgrade(
///     from: .version("1"), to: .version("2"),
///     .rename("/mail", to: "email"),
///     .move("/street", to: "/address/street"),
///     .mapValues("/plan", [(from: "basic", to: "free")])),
///   DraftUpgrade(
///     from: .version("2"), to: .version("3"),
///     .split("/name", into: ["/firstName", "/lastName"]) { name in
///       guard case .text(let text) = name, let space = text.firstIndex(of: " ") else {
///         return [name, nil]
///       }
///       return [.text(String(text[..<space])), .text(String(text[space...].dropFirst()))]
///     }),
/// ]
/// ```
///
/// An upgrade applies to a draft whose version or fingerprint is its ``source``. Afterwards the
/// draft counts as what ``target`` says, so that from version 1 to 2 and from 2 to 3 make a chain,
/// in whatever order they are given. Without a target the draft still counts as what it was.
/// Each upgrade is used once at most.
///
/// - Values are taken as they are stored: `false`, `""`, `null`, `[]` and `{}` are values and move
///   like any other. Where nothing is stored, a step does nothing.
/// - What a step puts somewhere never replaces an answer: if one stands there already, or in the
///   way of the path that leads there, the step fails and the draft is not upgraded at all.
///   Objects on the way are made.
/// - An object that loses its last member to a step goes with it; an item of a list or map stays,
///   as `{}`.
/// - Marks, touched and dirty, go where the answer goes, and so does the focus.
/// - In a path, `~*` stands for every item of a list or every value of a map. A number does not
///   lead into a list.
public struct DraftUpgrade: Sendable {
  /// Which drafts an upgrade is for, or what they are afterwards.
  public enum Source: Sendable {
    /// The version the form had when the draft was saved; compared by UTF-8 bytes.
    case version(String)
    /// The fingerprint of the form when the draft was saved.
    case fingerprint(Fingerprint)
    /// A form without a version.
    case unversioned
  }

  /// The drafts it is for.
  public let source: Source
  /// What they count as afterwards; nil if as what they were.
  public let target: Source?
  /// What is done, in order.
  public let steps: [Step]

  /// An upgrade of steps.
  ///
  /// - Parameters:
  ///   - source: the drafts it is for.
  ///   - target: what they count as afterwards; as what they were unless said.
  ///   - steps: what is done, in order.
  public init(from source: Source, to target: Source? = nil, _ steps: Step...) {
    self.init(from: source, to: target, steps: steps)
  }

  /// An upgrade of a list of steps.
  ///
  /// - Parameters:
  ///   - source: the drafts it is for.
  ///   - target: what they count as afterwards; as what they were unless said.
  ///   - steps: what is done, in order.
  public init(from source: Source, to target: Source? = nil, steps: [Step]) {
    self.source = source
    self.target = target
    self.steps = steps
  }

  /// Refuses steps that could not be done to any draft; an upgrade that applies is checked first.
  ///
  /// - Throws: ``DraftError/Code/invalidArgument``, naming the step: a path that is the whole form,
  ///   is too deep or has a name that is too long; a new name for `~*`; paths of one step that go
  ///   through different items, or lie inside each other; a value that is mapped twice.
  public func check() throws(DraftError) {
    for (index, step) in steps.enumerated() {
      guard let fault = step.fault else { continue }
      throw DraftError(
        .invalidArgument, "\(words(forStep: index)) cannot be done: \(fault.sentence)",
        hint: fault.hint, paths: fault.paths)
    }
  }

  /// “Step 2 of the upgrade from version 1 (map /age)”.
  func words(forStep index: Int) -> String {
    "Step \(index + 1) of the upgrade from \(source.words) (\(steps[index].words))"
  }
}

extension DraftUpgrade.Source: Hashable {
  /// Whether both are the same kind and have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.version(let mine), .version(let theirs)): mine.isSameBytes(as: theirs)
    case (.fingerprint(let mine), .fingerprint(let theirs)): mine == theirs
    case (.unversioned, .unversioned): true
    default: false
    }
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .version(let version): version.hashBytes(into: &hasher)
    case .fingerprint(let fingerprint): hasher.combine(fingerprint)
    case .unversioned: hasher.combine(0)
    }
  }

  fileprivate var words: String {
    switch self {
    case .version(let version): "version \(version.shown)"
    case .fingerprint(let fingerprint): "fingerprint \(fingerprint.rawValue.prefix(15))…"
    case .unversioned: "no version"
    }
  }
}
