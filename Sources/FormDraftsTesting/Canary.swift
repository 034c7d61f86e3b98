public import FormDrafts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A text that nothing else holds, and a search for it in every file of a directory.
///
/// Put it where a secret would stand, and look for it in the store afterwards. The search looks
/// at bytes, and also finds the text as UTF-16, as hexadecimal digits and inside base64.
///
/// ```swift
/// let canary = Canary()
/// try await store.save(["password": .text(canary.text)], …)
/// #expect(try canary.occurrences(in: store.path).isEmpty)
/// ```
///
/// The files are read by another process (`cat`): a process that itself opens and closes a
/// database file in use drops the locks SQLite holds on it, and saves get lost.
public struct Canary: Sendable {
  /// One place where the text was found.
  public struct Occurrence: Sendable, Hashable, CustomStringConvertible {
    /// The file, relative to the directory; or its name, where the name holds the text.
    public let file: String
    /// How it was written: `utf8`, `utf16le`, `utf16be`, `hex`, `HEX`, `base64`, `name`.
    public let form: String
    /// How often.
    public let count: Int

    package init(file: String, form: String, count: Int) {
      self.file = file
      self.form = form
      self.count = count
    }

    /// File, form and number.
    public var description: String { "\(file): \(form) × \(count)" }
  }

  /// The text.
  public let text: String

  private static let fewestBytes = 5

  /// A random text of letters and digits, long enough to stand nowhere by chance.
  public init() {
    let alphabet = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    text = "canary" + String((0..<24).map { _ in alphabet[Int.random(in: alphabet.indices)] })
  }

  /// A text of your own; shorter than eight bytes it may be found by chance.
  public init(_ text: String) { self.text = text }

  /// Where the text stands in the files of a directory, at any depth.
  ///
  /// - Parameter directory: the directory; the store's own is
  ///   ``/FormDrafts/DraftStore/path``.
  /// - Throws: ``/FormDrafts/DraftError`` if there is no such directory, as that of a temporary store
  ///   that was closed, or a file cannot be read.
  public func occurrences(in directory: String) throws(DraftError) -> [Occurrence] {
    guard try FileTree.isThere(directory) else {
      throw DraftError(
        .notFound, "There is no directory “\(directory.printable)” to search.",
        hint: "Search a temporary store before it is closed.", file: directory)
    }
    var found: [Occurrence] = []
    for file in try FileTree.files(in: directory) {
      let bytes = try FileTree.read(directory + "/" + file)
      found += occurrences(in: bytes, named: file)
      let names = Self.count(Array(text.utf8), in: Array(file.utf8))
      if names > 0 { found.append(Occurrence(file: file, form: "name", count: names)) }
    }
    return found
  }

  /// Where the text stands in some bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - name: what to call them.
  public func occurrences(in bytes: [UInt8], named name: String) -> [Occurrence] {
    forms.compactMap { form, pattern in
      let count = Self.count(pattern, in: bytes)
      return count == 0 ? nil : Occurrence(file: name, form: form, count: count)
    }
  }

  /// Every way of writing the text that is looked for.
  private var forms: [(String, [UInt8])] {
    let utf8 = Array(text.utf8)
    let units = Array(text.utf16)
    let digits = Array("0123456789abcdef".utf8)
    let hex = utf8.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let upper = hex.map { $0 >= UInt8(ascii: "a") ? $0 - 32 : $0 }
    let forms = [
      ("utf8", utf8),
      ("utf16le", units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }),
      ("utf16be", units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }),
      ("hex", hex), ("HEX", upper),
      ("base64", Self.base64(utf8, after: 0)), ("base64", Self.base64(utf8, after: 1)),
      ("base64", Self.base64(utf8, after: 2)),
    ]
    return forms.enumerated().filter { index, form in
      // Text without letters has the same digits twice; very short forms are found by chance.
      !(index == 4 && upper == hex) && (index == 0 || form.1.count >= Self.fewestBytes)
    }.map(\.element)
  }

  /// The characters that base64 (RFC 4648) has for these bytes wherever some others come before
  /// and after them.
  private static func base64(_ bytes: [UInt8], after count: Int) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let padded = Array(repeating: UInt8(0), count: count) + bytes
    let firstBit = count * 8
    let first = (firstBit + 5) / 6
    let end = padded.count * 8 / 6
    return (first..<max(first, end)).map { position in
      let bit = position * 6
      let high = UInt16(padded[bit / 8]) << 8
      let low = bit / 8 + 1 < padded.count ? UInt16(padded[bit / 8 + 1]) : 0
      return alphabet[Int((high | low) >> UInt16(10 - bit % 8)) & 63]
    }
  }

  /// How often a pattern stands in some bytes.
  private static func count(_ pattern: [UInt8], in bytes: [UInt8]) -> Int {
    guard !pattern.isEmpty else { return 0 }
    return bytes.withUnsafeBytes { bytes in
      pattern.withUnsafeBytes { pattern in
        var found = 0
        var start = 0
        while bytes.count - start >= pattern.count, let base = bytes.baseAddress,
          let needle = pattern.baseAddress,
          let place = memchr(base + start, Int32(pattern[0]), bytes.count - start)
        {
          start = UnsafeRawPointer(place) - base
          guard bytes.count - start >= pattern.count else { return found }
          if memcmp(base + start, needle, pattern.count) == 0 { found += 1 }
          start += 1
        }
        return found
      }
    }
  }
}
