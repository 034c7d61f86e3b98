/// As much of RFC 3986 as telling schemas of one document apart needs.
enum SchemaURI {
  /// A reference cut at its `#`.
  static func split(_ reference: String) -> (uri: String, fragment: String) {
    guard let hash = reference.utf8.firstIndex(of: UInt8(ascii: "#")) else {
      return (reference, "")
    }
    let after = reference.utf8.index(after: hash)
    return (String(reference[..<hash]), String(reference[after...]))
  }

  /// A reference without fragment, resolved against a base (RFC 3986, section 5.2).
  static func resolve(_ reference: String, against base: String) -> String {
    if reference.isEmpty { return base }
    if hasScheme(reference) { return reference }
    let (root, path) = cut(base)
    if reference.utf8.starts(with: "//".utf8) {
      return String(root.prefix { $0 != "/" }) + reference
    }
    if reference.utf8.first == UInt8(ascii: "/") { return root + withoutDots(reference) }
    let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    return root + withoutDots(directory + reference)
  }

  /// Percent-escapes undone; nil if one is malformed or the bytes are not UTF-8.
  static func decode(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return text.utf8[..<colon].allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): false
      default: true
      }
    }
  }

  /// Scheme with authority, and path.
  private static func cut(_ base: String) -> (root: String, path: String) {
    let bytes = Array(base.utf8)
    var offset = 0
    if hasScheme(base), let colon = bytes.firstIndex(of: UInt8(ascii: ":")) { offset = colon + 1 }
    if bytes[offset...].starts(with: "//".utf8) {
      offset += 2
      while offset < bytes.count, bytes[offset] != UInt8(ascii: "/") { offset += 1 }
    }
    return (
      String(decoding: bytes[..<offset], as: UTF8.self),
      String(decoding: bytes[offset...], as: UTF8.self)
    )
  }

  /// Section 5.2.4: `.` and `..` taken out.
  private static func withoutDots(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    var result: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case ".": continue
      case "..": if result.count > 1 || result.first != "" { _ = result.popLast() }
      default: result.append(part)
      }
    }
    return result.joined(separator: "/")
  }
}
