/// International bank account numbers (ISO 13616) in a text.
enum IBAN {
  /// Whether one stands somewhere, with single spaces or dashes in it or without; the time is linear
  /// in the length of the text.
  static func occurs(in text: ByteText) -> Bool {
    guard text.count >= 15 else { return false }
    for place in 0...(text.count - 15)
    where text.isDigit(place + 2) && text.isDigit(place + 3)
      && ByteText.isLetter(text[place]) && ByteText.isLetter(text[place + 1])
      && !text.isAlphanumeric(place - 1) && isValid(text, from: place)
    {
      return true
    }
    return false
  }

  private static func isValid(_ text: ByteText, from start: Int) -> Bool {
    let country = UInt16(upper(text[start])) << 8 | UInt16(upper(text[start + 1]))
    guard let length = lengths[country] else { return false }
    var characters: [UInt8] = []
    var place = start
    while characters.count < length {
      if text.isAlphanumeric(place) {
        characters.append(upper(text[place]))
      } else if characters.count < 4 || !isSeparator(text[place]) || !text.isAlphanumeric(place + 1)
      {
        return false
      }
      place += 1
    }
    return !text.isAlphanumeric(place) && isValid(characters)
  }

  /// Whether the check digits hold: the rest of division by 97 is 1, with the first four characters
  /// at the end and letters as 10 to 35 (ISO 7064, MOD 97-10).
  private static func isValid(_ characters: [UInt8]) -> Bool {
    var rest = 0
    for character in characters[4...] + characters[..<4] {
      let value = Int(character)
      rest =
        ByteText.isDigit(character)
        ? (rest * 10 + value - 0x30) % 97 : (rest * 100 + value - 0x41 + 10) % 97
    }
    let check = Int(characters[2] - 0x30) * 10 + Int(characters[3] - 0x30)
    return rest == 1 && (2...98).contains(check)
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    ByteText.isLetter(byte) ? byte & 0xDF : byte
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }

  /// The length of a number by its country, two letters in one.
  private static let lengths: [UInt16: Int] = {
    var lengths: [UInt16: Int] = [:]
    for entry in registry.split(separator: " ") {
      let bytes = Array(entry.utf8)
      lengths[UInt16(bytes[0]) << 8 | UInt16(bytes[1])] = Int(entry.dropFirst(2))
    }
    return lengths
  }()

  /// Countries of the registry with their lengths.
  private static let registry = """
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 \
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 \
    IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 \
    MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 \
    SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
    """
}
