/// Private keys in a text, by the line they begin with (RFC 7468; OpenSSH and OpenPGP alike).
enum PrivateKey {
  private static let begin: StaticString = "-----BEGIN "
  private static let longestLabel = 64

  /// Whether one stands somewhere; the time is linear in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    var place = 0
    while place < text.count {
      guard text[place] == UInt8(ascii: "-") else {
        place += 1
        continue
      }
      // Of a long row of dashes only the last five can begin one.
      var end = place
      while text[end] == UInt8(ascii: "-") { end += 1 }
      if end - place >= 5, text.has(begin, at: end - 5), isPrivate(text, end - 5 + 11) {
        return true
      }
      place = end
    }
    return false
  }

  /// Whether a label, up to its dashes, speaks of a private key.
  private static func isPrivate(_ text: ByteText, _ start: Int) -> Bool {
    var place = start
    while place < start + longestLabel {
      if text.has("PRIVATE KEY-----", at: place) || text.has("PRIVATE KEY BLOCK-----", at: place) {
        return true
      }
      let byte = text[place]
      guard byte == UInt8(ascii: " ") || ByteText.isAlphanumeric(byte) else { return false }
      place += 1
    }
    return false
  }
}
