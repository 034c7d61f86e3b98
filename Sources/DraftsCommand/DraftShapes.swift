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
  func members(outcome: String, others: [DraftID]) -> [(String, DraftValue)] {
    [
      ("outcome", .text(outcome)), ("draft", .text(id.rawValue)),
      ("revision", DraftValue(revision.rawValue)), ("savedAt", savedAt.json),
      ("form", .text(key.form)), ("owner", .optional(key.owner.name)),
      ("record", .optional(key.record.id)), ("version", .optional(version)),
      ("inDoubt", .optional(attempt?.rawValue)),
      ("others", .list(others.map { .text($0.rawValue) })),
    ]
  }

  /// What a list adds.
  var listMembers: [(String, DraftValue)] {
    [
      ("status", .text(status.rawValue)), ("title", .optional(title)), ("step", .optional(step)),
      ("answered", DraftValue(answered)), ("total", DraftValue(total)),
      ("bytes", DraftValue(byteCount)), ("expiresAt", expiresAt?.json ?? .null),
    ]
  }

  var ownerText: String { key.owner.name ?? "(nobody)" }
  var recordText: String { key.record.id ?? "(new)" }
  var shortID: String { String(id.rawValue.prefix(8)) }
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

extension RestoreReport {
  var json: DraftValue {
    .members([
      (
        "fields",
        .list(
          fields.map { entry in
            .members([
              ("path", .text(entry.path.pointer)), ("outcome", .text(entry.outcome.rawValue)),
              ("from", .optional(entry.from?.pointer)), ("why", .optional(entry.why)),
            ])
          })
      ),
      ("steps", .object([:])),
      ("mismatches", .list(mismatches.map(\.json))),
      ("reentry", .pointers(reentry)),
    ])
  }
}

extension RestoreReport.Mismatch {
  var json: DraftValue {
    .members([("path", .optional(path?.pointer)), ("description", .text(description))])
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
    "\(Quantity.count(drafts, "draft")), \(Quantity.count(fields, "value")), "
      + Quantity.size(bytes)
  }
}
