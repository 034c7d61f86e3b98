extension SchemaDiff {
  /// The kind of a change; open, so compare with the constants.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The kind as it stands in JSON.
    public let rawValue: String
    /// A kind by its JSON spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What becomes of stored answers, in the words of a restore; open, so compare with the
  /// constants.
  public struct Effect: Hashable, Sendable {
    /// The effect as it stands in JSON.
    public let rawValue: String
    /// For ``convertedSometimes(_:)``, which answers are converted; in words for people.
    public let which: String?

    private init(_ rawValue: String, which: String? = nil) {
      self.rawValue = rawValue
      self.which = which
    }

    /// No stored answer is concerned.
    public static let none = Self("none")
    /// Answers stay as they are.
    public static let kept = Self("kept")
    /// Answers move to another place.
    public static let moved = Self("moved")
    /// Answers get another type, and all of them fit it.
    public static let converted = Self("converted")
    /// Answers have no place any more; they are kept with the draft, and back when the field is.
    public static let orphaned = Self("orphaned")
    /// Answers are not handed out: what stands there is never stored now.
    public static let withheld = Self("withheld")
    /// Answers are kept, and those that are none of the choices are flagged.
    public static let flagged = Self("flagged")
    /// There is no answer yet.
    public static let added = Self("added")

    /// Some answers fit, the others are orphaned.
    ///
    /// - Parameter which: those that fit, in words: `lists of exactly one`.
    public static func convertedSometimes(_ which: String) -> Self {
      Self("convertedSometimes", which: which)
    }
  }
}

extension SchemaDiff.Kind {
  /// The form has another id.
  public static let formChanged = Self(rawValue: "formChanged")
  /// The form has another version; for information.
  public static let versionChanged = Self(rawValue: "versionChanged")
  /// A field is new.
  public static let fieldAdded = Self(rawValue: "fieldAdded")
  /// A field is gone.
  public static let fieldRemoved = Self(rawValue: "fieldRemoved")
  /// A field stands somewhere else, by the former path of itself or of what it stands in.
  public static let fieldMoved = Self(rawValue: "fieldMoved")
  /// A field has another type.
  public static let retyped = Self(rawValue: "retyped")
  /// One answer became a list of answers.
  public static let becameMany = Self(rawValue: "becameMany")
  /// A list of answers became one.
  public static let becameOne = Self(rawValue: "becameOne")
  /// A closed list of choices got more.
  public static let optionAdded = Self(rawValue: "optionAdded")
  /// A closed list of choices lost some.
  public static let optionRemoved = Self(rawValue: "optionRemoved")
  /// Any answer was possible, and now only the choices are.
  public static let optionsClosed = Self(rawValue: "optionsClosed")
  /// Only the choices were possible, and now any answer is.
  public static let optionsOpened = Self(rawValue: "optionsOpened")
  /// The form asks for an answer now.
  public static let newlyRequired = Self(rawValue: "newlyRequired")
  /// The form no longer asks for an answer.
  public static let noLongerRequired = Self(rawValue: "noLongerRequired")
  /// Answers are secret now: never stored, asked for again.
  public static let becameSecret = Self(rawValue: "becameSecret")
  /// Answers are transient now: never stored, not asked for again.
  public static let becameTransient = Self(rawValue: "becameTransient")
  /// Answers were never stored and are kept now.
  public static let noLongerSecret = Self(rawValue: "noLongerSecret")
  /// A field stands on another step.
  public static let movedToStep = Self(rawValue: "movedToStep")
  /// The items of a list have another identity.
  public static let identityChanged = Self(rawValue: "identityChanged")
  /// A step is new.
  public static let stepAdded = Self(rawValue: "stepAdded")
  /// A step is gone.
  public static let stepRemoved = Self(rawValue: "stepRemoved")
  /// A step has another id, by its former ids.
  public static let stepRenamed = Self(rawValue: "stepRenamed")
  /// A step stands elsewhere in the order; as few steps as explain the new order have moved.
  public static let stepMoved = Self(rawValue: "stepMoved")
  /// A step may be passed over now.
  public static let stepNowSkippable = Self(rawValue: "stepNowSkippable")
  /// A step may no longer be passed over.
  public static let stepNoLongerSkippable = Self(rawValue: "stepNoLongerSkippable")
}

extension SchemaDiff.Kind: CustomStringConvertible {
  /// The kind in words: `became many`.
  public var description: String {
    var words = ""
    for scalar in rawValue.unicodeScalars {
      if ("A"..."Z").contains(scalar) { words += " " }
      words += scalar.properties.lowercaseMapping
    }
    return words.printable
  }
}

extension SchemaDiff.Effect: CustomStringConvertible {
  /// The effect in words: `kept and flagged`.
  public var description: String {
    switch self {
    case .none: "unaffected"
    case .flagged: "kept, flagged"
    case .added: "none yet"
    default: which.map { "converted: \($0)" } ?? rawValue
    }
  }

  /// The effect as a sentence; empty where there is nothing to say.
  var sentence: String {
    switch self {
    case .kept: "Answers stay as they are."
    case .moved: "Answers move along."
    case .converted: "Answers are converted; all of them fit."
    case .orphaned: "Answers are orphaned: kept with the draft, and back when the field is."
    case .withheld: "Stored answers are not handed out."
    case .flagged: "Answers are kept, and flagged where they are none of the choices."
    default: which.map { "Converted are \($0); other answers are orphaned." } ?? ""
    }
  }
}
