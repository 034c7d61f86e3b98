/// The rules by which a field is a secret for its name alone.
///
/// A name is cut into words where people see words: at everything that is not an ASCII letter
/// (digits too), and at capitals (`newPassword`, `APIKey`, `card_number`, `CVV2`). A run of
/// capitals before small letters is read both ways (`API|Key`, `OTP|code`). Case does not
/// matter. A name is a secret if
///
/// - one word is `password`, `passwd`, `pwd`, `passphrase`, `passcode`, `secret`, `otp`, `cvv`, `cvc`
///   or `csc`;
/// - two words side by side are `card number`, `api key`, `private key`, `security answer`; one of
///   `security`, `access`, `verification`, `authentication`, `auth`, `mfa`, `recovery` and `backup`
///   before `code`; or one of `access`, `refresh`, `auth` and `api` before `token`;
/// - the whole name is `pin` or `token`.
///
/// Where names are written without capitals, words run together; so a word that *ends* in
/// `password`, `passwd`, `passphrase` or `passcode` counts (`confirmpassword`), and so do the pairs
/// as one word (`cardnumber`, `apikey`); and where a word is cut in two, its halves (`passWord`,
/// `pass_phrase`, `passCode`). A plural `s` counts (`passwords`, `apiKeys`), except for
/// `pins` and `tokens`: those are rarely codes. Words that only begin alike do not count:
/// `passport`, `secretary`, `passwordless`, `discardNumber`. `pinCode` is none: in India it is where
/// somebody lives. Words of other languages are not known; such a field says for itself that it is a
/// secret.
///
/// A rule errs on the side of asking again. What it takes by mistake, a field gives back with
/// ``DraftSchema/Retention/kept`` and an app with ``DraftSchema/SecretOverrides/notSecret``.
public enum SecretRules {
  private static let words: Set<String> = [
    "password", "passwd", "pwd", "passphrase", "passcode", "secret", "otp", "cvv", "cvc", "csc",
    "cardnumber", "securitycode", "apikey", "privatekey", "accesstoken", "refreshtoken",
    "authtoken", "apitoken", "accesscode", "verificationcode", "authenticationcode", "authcode",
    "mfacode", "recoverycode", "backupcode", "securityanswer",
  ]
  private static let endings = ["password", "passwd", "passphrase", "passcode"]
  private static let pairs: [String: Set<String>] = [
    "number": ["card"], "key": ["api", "private"], "token": ["access", "refresh", "auth", "api"],
    "code": [
      "pass", "security", "access", "verification", "authentication", "auth", "mfa", "recovery",
      "backup",
    ],
    "answer": ["security"], "word": ["pass"], "phrase": ["pass"],
  ]
  private static let wholeNames: Set<String> = ["pin", "token"]

  /// Whether a field of this name is a secret unless somebody says otherwise.
  ///
  /// ```swift
  /// SecretRules.isSecretName("newPassword")  // true
  /// SecretRules.isSecretName("passport")  // false
  /// ```
  public static func isSecretName(_ name: String) -> Bool {
    var copy = name
    return copy.withUTF8 { isSecretName($0) }
  }

  /// The same for bytes; a name as it is escaped in a pointer has the same words.
  static func isSecretName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard mayBeSecret(name) else { return false }
    let (words, others) = words(of: name)
    return isSecret(words) || (others != words && isSecret(others))
  }

  /// Whether three letters that every such name has stand somewhere: quick, for the many that have
  /// none.
  private static func mayBeSecret(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var letters: UInt32 = 0
    for byte in name {
      letters = (letters << 8 | UInt32(byte | 0x20)) & 0xFF_FFFF
      switch letters {
      case 0x706173, 0x736563, 0x6F7470, 0x637676, 0x637663, 0x637363,  // pas sec otp cvv cvc csc
        0x636172, 0x6B6579, 0x746F6B, 0x70696E, 0x707764, 0x636F64:  // car key tok pin pwd cod
        return true
      default: continue
      }
    }
    return false
  }

  private static func isSecret(_ found: [String]) -> Bool {
    if found.count == 1, wholeNames.contains(found[0]) { return true }
    var previous = ""
    for word in found {
      if isSecret(word: word) || isSecret(previous, word) { return true }
      previous = word
    }
    return false
  }

  private static func isSecret(word: String) -> Bool {
    let singular = singular(word)
    return words.contains(singular) || endings.contains { singular.hasSuffix($0) }
  }

  private static func isSecret(_ first: String, _ second: String) -> Bool {
    pairs[singular(second)]?.contains(first) ?? false
  }

  private static func singular(_ word: String) -> String {
    word.utf8.last == UInt8(ascii: "s") ? String(word.dropLast()) : word
  }
}

extension SecretRules {
  private enum Kind { case capital, small, other }

  /// The words, twice: a run of capitals before small letters cut before its last capital, and
  /// after it.
  private static func words(of bytes: UnsafeBufferPointer<UInt8>) -> ([String], [String]) {
    let kinds = bytes.map(kind(of:))
    var cuts = (first: [String](), second: [String]())
    var words = (first: "", second: "")
    for index in bytes.indices {
      let kind = kinds[index]
      let before = index > 0 ? kinds[index - 1] : .other
      let after = index + 1 < kinds.count ? kinds[index + 1] : .other
      let longRun = index > 1 && kinds[index - 2] == .capital
      let isStart = kind == .capital && before == .small
      if kind == .other || isStart || (kind == .capital && before == .capital && after == .small) {
        close(&words.first, into: &cuts.first)
      }
      if kind == .other || isStart || (kind == .small && before == .capital && longRun) {
        close(&words.second, into: &cuts.second)
      }
      guard kind != .other else { continue }
      let letter = Character(Unicode.Scalar(bytes[index] | 0x20))
      words.first.append(letter)
      words.second.append(letter)
    }
    close(&words.first, into: &cuts.first)
    close(&words.second, into: &cuts.second)
    return cuts
  }

  private static func close(_ word: inout String, into list: inout [String]) {
    guard !word.isEmpty else { return }
    list.append(word)
    word = ""
  }

  private static func kind(of byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .capital
    case UInt8(ascii: "a")...UInt8(ascii: "z"): .small
    default: .other
    }
  }
}

extension DraftSchema.Field {
  /// Whether answers are stored, after content kind and name have had their say: ``retention`` if
  /// it says so, else secret by ``contentKind``, else secret by ``SecretRules``, else kept.
  ///
  /// A field for every item of a list is judged by the nearest name: `/passwords/~*` by
  /// `passwords`. A field inside a secret one, and the app's own list, are for the whole schema to say.
  public var effectiveRetention: DraftSchema.Retention {
    guard retention == .automatic else { return retention }
    guard contentKind == nil else { return .secret }
    return SecretRules.isSecretName(nearestName) ? .secret : .kept
  }

  private var nearestName: String {
    var place: FieldPath? = path
    while let current = place {
      if let name = current.lastName, !name.isItemNumber { return name }
      place = current.parent
    }
    return ""
  }
}

extension String {
  /// Whether this is the place of an item in a list: `0`, `1`, `12`, not `01`.
  package var isItemNumber: Bool {
    var copy = self
    return copy.withUTF8 { $0.isItemNumber }
  }
}
