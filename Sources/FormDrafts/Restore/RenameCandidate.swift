/// A field as a search for renames sees it.
struct RenameCandidate {
  /// What must be equal: type, one or many, choices.
  struct Kind: Hashable {
    let shape: ValueShape
    let choices: Set<DraftValue>?
    let isClosed: Bool
  }

  /// How alike two fields are; the surest first.
  enum Grade: Int {
    case letterCase, separators, labelAndName, words, onlyLabel, distance, sameName

    var description: String {
      switch self {
      case .letterCase: "same name but for letter case"
      case .separators: "same name but for - and _"
      case .labelAndName: "same label, similar name"
      case .words: "same words"
      case .onlyLabel: "same label"
      case .distance: "similar name"
      case .sameName: "same name in another place"
      }
    }
  }

  struct Likeness {
    let grade: Grade
    let distance: Int
  }

  let path: FieldPath
  let kind: Kind
  let label: Exact?
  let lastName: Exact?
  private let segments: [NameLook]
  private let whole: NameLook

  init(_ field: DraftSchema.Field) {
    path = field.path
    kind = Kind(
      shape: ValueShape(field), choices: field.options.map { Set($0.items.map(\.value)) },
      isClosed: field.options?.isClosed ?? false)
    label = field.label.flatMap { $0.isEmpty ? nil : Exact($0) }
    lastName = field.path.lastName.map { Exact($0) }
    segments = field.path.names.map { NameLook($0) }
    whole = NameLook(field.path.pointer)
  }

  /// How alike another field is; nil if one would not think of it.
  func likeness(to other: Self, isOnlyLabel: Bool, isOnlyName: Bool) -> Likeness? {
    if whole.small == other.whole.small { return Likeness(grade: .letterCase, distance: 0) }
    if whole.bare == other.whole.bare { return Likeness(grade: .separators, distance: 0) }
    let isSameLabel = label != nil && label == other.label
    let isSameName = lastName != nil && lastName == other.lastName
    if isSameLabel, isSameName { return Likeness(grade: .labelAndName, distance: 0) }
    if let (mine, theirs) = onlyDifference(from: other) {
      if mine.words != nil, mine.words == theirs.words {
        return Likeness(grade: isSameLabel ? .labelAndName : .words, distance: 1)
      }
      if let distance = mine.distance(to: theirs) {
        return Likeness(grade: isSameLabel ? .labelAndName : .distance, distance: distance)
      }
    }
    if isSameLabel, isOnlyLabel { return Likeness(grade: .onlyLabel, distance: 0) }
    guard isSameName, isOnlyName || isAround(other) || other.isAround(self) else { return nil }
    return Likeness(grade: .sameName, distance: abs(segments.count - other.segments.count))
  }

  /// The segments that differ, if it is exactly one.
  private func onlyDifference(from other: Self) -> (NameLook, NameLook)? {
    guard segments.count == other.segments.count else { return nil }
    var found: Int?
    for index in segments.indices where segments[index].name != other.segments[index].name {
      guard found == nil else { return nil }
      found = index
    }
    return found.map { (segments[$0], other.segments[$0]) }
  }

  /// Whether another field stands further in where this one stands, the whole form excepted.
  private func isAround(_ other: Self) -> Bool {
    guard let place = path.parent, !place.pointer.isEmpty else { return false }
    return other.path.isInside(place)
  }
}

/// A name in the forms in which it is compared.
private struct NameLook {
  let name: Exact
  /// In small letters.
  let small: Exact
  /// In small letters, without `-` and `_`.
  let bare: Exact
  /// The words in the order of their letters; nil if there is only one, or too much of them.
  let words: [Exact]?
  /// The first letters of ``small``.
  private let letters: [UInt8]

  private static let most = 64

  init(_ name: String) {
    self.name = Exact(name)
    let small = name.lowercased()
    self.small = Exact(small)
    letters = Array(small.utf8.prefix(Self.most))
    var bare = String.UnicodeScalarView()
    for scalar in small.unicodeScalars where scalar != "-" && scalar != "_" { bare.append(scalar) }
    self.bare = Exact(String(bare))
    let words = name.utf8.count <= Self.most ? Self.words(name) : []
    self.words = words.count > 1 ? words : nil
  }

  /// The words of a name, cut at capitals and at what is no letter and no digit.
  private static func words(_ name: String) -> [Exact] {
    var words = [""]
    var wasSmall = false
    for scalar in name.unicodeScalars {
      let isCapital = scalar.properties.isUppercase
      let isPart = isCapital || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if !isPart || (isCapital && wasSmall) { words.append("") }
      wasSmall = isPart && !isCapital
      if isPart { words[words.count - 1] += scalar.properties.lowercaseMapping }
    }
    return words.filter { !$0.isEmpty }.map { Exact($0) }.sorted()
  }

  /// How many letters differ, if that is at most a third of them.
  ///
  /// Names that differ only in digits are counted, not renamed.
  func distance(to other: Self) -> Int? {
    let most = min(letters.count, other.letters.count) / 3
    guard most > 0, abs(letters.count - other.letters.count) <= most else { return nil }
    guard
      !letters.lazy.filter(Self.isNoDigit).elementsEqual(other.letters.lazy.filter(Self.isNoDigit))
    else { return nil }
    let distance = editDistance(letters, other.letters)
    return distance <= most ? distance : nil
  }

  private static func isNoDigit(_ byte: UInt8) -> Bool {
    byte < UInt8(ascii: "0") || byte > UInt8(ascii: "9")
  }
}
