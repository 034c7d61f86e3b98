/// How a draft ended.
public enum DraftEnding: String, Sendable, Hashable {
  /// Somebody did not want it any more.
  case discarded
  /// It was submitted, and the server took it.
  case submitted
  /// It was purged.
  case purged
  /// Its time to live was over.
  case expired
}

extension DraftError {
  /// What a late writer is told of a draft that ended.
  ///
  /// - Parameters:
  ///   - ending: how it ended.
  ///   - hint: what to do about it.
  static func gone(
    _ ending: DraftEnding, hint: String = "Save without an id to make a new draft."
  ) -> DraftError {
    let words =
      switch ending {
      case .discarded: "was discarded"
      case .submitted: "was submitted"
      case .purged: "was purged"
      case .expired: "has expired"
      }
    return DraftError(
      .gone, "The draft \(words); nothing was written.", hint: hint, ending: ending)
  }
}
