/// Tokens of well-known services in a text, by the beginnings that these give them so that they can
/// be found.
enum AccessToken {
  private struct Form {
    let beginning: StaticString
    /// How many characters follow.
    let lengths: ClosedRange<Int>
    let isPart: @Sendable (UInt8) -> Bool

    init(
      _ beginning: StaticString, _ lengths: ClosedRange<Int>,
      _ isPart: @escaping @Sendable (UInt8) -> Bool
    ) {
      self.beginning = beginning
      self.lengths = lengths
      self.isPart = isPart
    }
  }

  private static let longest = 512

  private static let forms: [Form] = [
    Form("AKIA", 16...16, isCapitalOrDigit), Form("ASIA", 16...16, isCapitalOrDigit),  // AWS
    Form("ghp_", 36...longest, ByteText.isAlphanumeric),  // GitHub
    Form("gho_", 36...longest, ByteText.isAlphanumeric),
    Form("ghu_", 36...longest, ByteText.isAlphanumeric),
    Form("ghs_", 36...longest, ByteText.isAlphanumeric),
    Form("ghr_", 36...longest, ByteText.isAlphanumeric),
    Form("github_pat_", 22...longest, isWord),
    Form("xoxb-", 10...longest, isDashed), Form("xoxp-", 10...longest, isDashed),  // Slack
    Form("xoxa-", 10...longest, isDashed), Form("xoxr-", 10...longest, isDashed),
    Form("xoxs-", 10...longest, isDashed),
    Form("sk_live_", 16...longest, ByteText.isAlphanumeric),  // Stripe
    Form("rk_live_", 16...longest, ByteText.isAlphanumeric),
    Form("AIza", 35...35, ByteText.isBase64URL),  // Google
    Form("glpat-", 20...longest, ByteText.isBase64URL),  // GitLab
    Form("npm_", 36...36, ByteText.isAlphanumeric),  // npm
  ]

  /// Whether one stands somewhere; the time is linear in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    var isInWord = false
    for place in 0..<text.count {
      let byte = text[place]
      // No word is gone into: each is looked at once, up to the longest of tokens.
      if !isInWord, "AgxsrnS".utf8.contains(byte),
        forms.contains(where: { stands($0, at: place, in: text) })
      {
        return true
      }
      isInWord = ByteText.isBase64URL(byte)
    }
    return false
  }

  private static func stands(_ form: Form, at start: Int, in text: ByteText) -> Bool {
    guard text.has(form.beginning, at: start) else { return false }
    let first = start + form.beginning.utf8CodeUnitCount
    var place = first
    while form.isPart(text[place]), place - first <= form.lengths.upperBound { place += 1 }
    return form.lengths.contains(place - first)
  }

  private static func isCapitalOrDigit(_ byte: UInt8) -> Bool {
    ByteText.isDigit(byte) || byte &- 0x41 < 26
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ByteText.isAlphanumeric(byte) || byte == UInt8(ascii: "_")
  }

  private static func isDashed(_ byte: UInt8) -> Bool {
    ByteText.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
  }
}
