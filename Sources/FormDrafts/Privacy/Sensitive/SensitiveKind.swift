/// What a text holds that should not lie about, told by its form alone.
enum SensitiveKind: CaseIterable, Sendable {
  case paymentCardNumber, iban, socialSecurityNumber, privateKey, jsonWebToken, accessToken

  /// What stands in a text, in the order of the cases; each once.
  static func all(in text: String) -> [SensitiveKind] {
    var text = text
    return text.withUTF8 { all(in: ByteText(bytes: $0)) }
  }

  /// What stands in raw bytes, as far as it is ASCII.
  static func all(in bytes: [UInt8]) -> [SensitiveKind] {
    bytes.withUnsafeBufferPointer { all(in: ByteText(bytes: $0)) }
  }

  private static func all(in text: ByteText) -> [SensitiveKind] {
    // Shorter than the shortest of them.
    guard text.count >= 11 else { return [] }
    return allCases.filter { $0.occurs(in: text) }
  }

  private func occurs(in text: ByteText) -> Bool {
    switch self {
    case .paymentCardNumber: PaymentCardNumber.occurs(in: text)
    case .iban: IBAN.occurs(in: text)
    case .socialSecurityNumber: SocialSecurityNumber.occurs(in: text)
    case .privateKey: PrivateKey.occurs(in: text)
    case .jsonWebToken: JSONWebToken.occurs(in: text)
    case .accessToken: AccessToken.occurs(in: text)
    }
  }

  /// What it is, for people.
  var words: String {
    switch self {
    case .paymentCardNumber: "the number of a payment card"
    case .iban: "a bank account number (IBAN)"
    case .socialSecurityNumber: "a US social security number"
    case .privateKey: "a private key"
    case .jsonWebToken: "a JSON web token"
    case .accessToken: "an access token"
    }
  }
}
