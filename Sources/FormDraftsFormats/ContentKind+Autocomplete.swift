import FormDrafts

extension DraftSchema.ContentKind {
  /// By HTML's name for what is asked for; nil if that is no secret.
  ///
  /// WHATWG HTML, section 4.10.18.7.1: the last word is the one that names it.
  init?(autocomplete: String) {
    switch autocomplete.split(separator: " ").last?.lowercased() {
    case "current-password", "new-password": self = .password
    case "one-time-code": self = .oneTimeCode
    case "cc-number": self = .cardNumber
    case "cc-csc": self = .securityCode
    default: return nil
    }
  }
}
