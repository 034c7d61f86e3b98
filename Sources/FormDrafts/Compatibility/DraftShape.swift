#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a draft consists of, without anything a person entered: for bug reports and for
/// ``Compatibility``.
///
/// It has the form's definition, and of each stored answer the place, the type, the length and the
/// marks. It has no value, title, owner, record, baseline or file name, and no name that may be
/// data: of a name that no schema declares only a number is left (`/undeclared 1`), and so of a
/// member of a map or of an object whose inside nobody declares (`/rates/key 1`). Of an answer that
/// is one of its field's choices it says just that, because a length would tell which one.
///
/// ```swift
/// let shape = try await store.shape(of: id)
/// try Data(shape.line.utf8).write(to: report)  // no answer is in it
/// ```
public struct DraftShape: Sendable, Identifiable {
  /// The draft's id, as it is: it is random.
  public let id: DraftID
  /// The form's id.
  public let form: String
  /// The number of its last save.
  public let revision: DraftRevision
  /// How far its life has come.
  public let status: DraftSummary.Status
  /// When it was first saved, to the millisecond.
  public let createdAt: Date
  /// When it was last saved, to the millisecond.
  public let savedAt: Date
  /// When its time to live is over; nil if it has none.
  public let expiresAt: Date?
  /// The step the person was on; `undeclared step 1` for one that the schema does not declare.
  public let step: String?
  /// The steps the person passed over, named like ``step``.
  public let skippedSteps: [String]
  /// The schema the draft was saved under.
  public let schema: DraftSchema
  /// The fingerprint of that schema.
  public let fingerprint: Fingerprint
  /// The stored answers, those inside a list behind it.
  public let answers: [Answer]
  /// How many stored answers are damaged, and not among ``answers``.
  public let damaged: Int
  /// The schemas that orphans were saved under.
  let orphanSchemas: [DraftSchema]

  /// One stored answer, or what stands inside a list.
  public struct Answer: Sendable {
    /// Whether an answer has a place in the form it was saved under.
    public enum Kind: String, Sendable, CaseIterable {
      /// It has.
      case live
      /// It has none, and is kept with the draft.
      case orphan
    }

    /// The kind of a value.
    public enum ValueType: String, Sendable, CaseIterable {
      /// Text.
      case text
      /// A number.
      case number
      /// `true` or `false`.
      case boolean
      /// An answer given as nothing.
      case null
      /// Raw bytes.
      case bytes
      /// A picked file.
      case file
      /// A list.
      case list
      /// An object inside a list, or an empty one.
      case object
    }

    /// Where it stands; positions of lists are positions.
    public internal(set) var path: FieldPath
    /// Whether it has a place; nil for what stands inside a list.
    public internal(set) var kind: Kind?
    /// The type of the value.
    ///
    /// Nil if there are only marks, or if it is one of the choices and those have several types.
    public internal(set) var type: ValueType?
    /// How long it is: UTF-8 bytes of a text, bytes of a file or of raw bytes, digits of a number,
    /// items of a list, members of an object; nil for the others, and for one of the choices.
    public internal(set) var size: Int?
    /// How many characters a text has; nil where ``size`` is.
    public internal(set) var characters: Int?
    /// The media type of a file, without parameters, if the form knows it.
    public internal(set) var contentType: String?
    /// Whether the value equals one of the choices of its field; nil if the field has none.
    public internal(set) var isOption: Bool?
    /// Whether the person visited the field.
    public internal(set) var isTouched = false
    /// Whether the person changed the value.
    public internal(set) var isDirty = false
    /// Why an orphan is kept, for people.
    public internal(set) var why: String?
    /// The form an orphan was saved under, by its place in ``DraftShape/orphanSchemas``.
    var schema: Int?
  }

  init(
    id: DraftID, form: String, revision: Int64, status: DraftSummary.Status, created: Int64,
    saved: Int64, expires: Int64?, step: String?, skippedSteps: [String], schema: DraftSchema,
    fingerprint: Fingerprint, answers: [Answer], damaged: Int, orphanSchemas: [DraftSchema]
  ) {
    self.id = id
    self.form = form
    self.revision = DraftRevision(Int(revision))
    self.status = status
    createdAt = Date(millisecondsSince1970: created)
    savedAt = Date(millisecondsSince1970: saved)
    expiresAt = expires.map(Date.init(millisecondsSince1970:))
    self.step = step
    self.skippedSteps = skippedSteps
    self.schema = schema
    self.fingerprint = fingerprint
    self.answers = answers
    self.damaged = damaged
    self.orphanSchemas = orphanSchemas
  }
}

extension DraftShape: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The id and the number of answers.
  public var description: String { "shape of \(id) (\(answers.count) answers)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension DraftShape {
  /// The first member of a line, which tells it from an exported draft.
  static let mark = "formdrafts-shape"

  /// Whether a line is a shape, by its first member.
  static func isShape(_ line: [UInt8]) -> Bool {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
    let rest = line.drop(while: blanks.contains)
    guard rest.first == UInt8(ascii: "{") else { return false }
    return rest.dropFirst().drop(while: blanks.contains).starts(with: "\"\(mark)\"".utf8)
  }

  /// What an import says of one.
  static var isNoDraft: DraftError {
    DraftError(
      .invalidJSON, "It is the shape of a draft, and holds no answers.",
      hint: "A shape is for reports and for compat. Export the draft without --shape.")
  }
}
