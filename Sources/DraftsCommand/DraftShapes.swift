#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import FormDrafts

// The JSON shapes that several verbs share, each in one place.

extension Date {
  var json: DraftValue { .text(Timestamp.text(milliseconds: millisecondsSince1970)) }
  var localText: String { LocalTime.text(milliseconds: millisecondsSince1970) }
}

extension DraftSummary {
  /// The members that `restore` and `list` begin with.
  ///
  /// A list has no `others`: they stand in it themselves, and naming them in each element would
  /// make its length the square of their number.
  func members(outcome: String) -> [(String, DraftValue)] {
    [
      ("outcome", .text(outcome)), ("draft", .text(id.rawValue)),
      ("revision", DraftValue(revision.rawValue)), ("savedAt", savedAt.json),
      ("form", .text(key.form)), ("owner", .optional(key.owner.name)),
      ("record", .optional(key.record.id)), ("version", .optional(version)),
      ("inDoubt", .optional(attempt?.rawValue)),
    ]
  }

  /// The same, with the other drafts of the key.
  func members(outcome: String, others: [DraftID]) -> [(String, DraftValue)] {
    members(outcome: outcome) + [("others", .list(others.map { .text($0.rawValue) }))]
  }

  /// What a list adds.
  var listMembers: [(String, DraftValue)] {
    [
      ("status", .text(status.rawValue)), ("title", .optional(title)), ("step", .optional(step)),
      ("answered", DraftValue(answered)), ("total", DraftValue(total)),
      ("bytes", DraftValue(byteCount)), ("expiresAt", expiresAt?.json ?? .null),
      ("parent", .optional(parent?.rawValue)),
    ]
  }

  /// The members of a draft of which nothing can be read.
  static func unreadableMembers(_ id: DraftID?) -> [(String, DraftValue)] {
    let unknown = [
      "revision", "savedAt", "form", "owner", "record", "version", "inDoubt", "status", "title",
      "step", "answered", "total", "bytes", "expiresAt", "parent",
    ]
    return [("outcome", .text("unreadable")), ("draft", .optional(id?.rawValue))]
      + unknown.map { ($0, .null) }
  }

  /// The status as people read it.
  var statusText: String {
    switch status {
    case .submitting: "in doubt"
    case .submitted: "submitted"
    case .open: expiresAt.map { $0 <= Date() } == true ? "expired" : "open"
    }
  }

  /// The owner as people read it.
  var ownerText: String { Self.text(key.owner) }
  /// An owner as people read it.
  static func text(_ owner: DraftOwner) -> String {
    owner.name.map { named($0, unlike: "(nobody)") } ?? "(nobody)"
  }
  /// The record as people read it.
  var recordText: String { key.record.id.map { Self.named($0, unlike: "(new)") } ?? "(new)" }

  /// A name, in quotes where it would look like none.
  private static func named(_ name: String, unlike word: String) -> String {
    name.isEmpty || name == word || name.utf8.first == UInt8(ascii: "\"") ? "\"\(name)\"" : name
  }
}

extension DraftID {
  /// As much of it as people need.
  var short: String { String(rawValue.prefix(8)) }
}

extension DraftSnapshot {
  var json: DraftValue {
    .members([
      ("values", .object(values)), ("touched", .pointers(touched.sorted())),
      ("dirty", .pointers(dirty.sorted())), ("step", .optional(step)),
      ("skippedSteps", .list(skippedSteps.map(DraftValue.text))),
      ("focus", .optional(focus?.pointer)),
    ])
  }
}

extension PurgeReceipt {
  var members: [(String, DraftValue)] {
    var reason: String?
    if case .pending(let words) = erasure { reason = words }
    return [
      ("drafts", DraftValue(drafts)), ("fields", DraftValue(fields)),
      ("savePoints", DraftValue(savePoints)), ("files", DraftValue(files)),
      ("bytes", DraftValue(bytes)),
      ("erasure", .text(erasure == .complete ? "complete" : "pending")),
      ("reason", .optional(reason)),
    ]
  }

  var words: String {
    "\(Quantity.count(drafts, "draft")), \(Quantity.count(fields, "field")), "
      + pointWords + Quantity.size(bytes)
  }

  /// The save points, if there are some.
  var pointWords: String {
    savePoints == 0 ? "" : Quantity.count(savePoints, "save point") + ", "
  }
}
