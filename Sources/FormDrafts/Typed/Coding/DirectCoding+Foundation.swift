#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date: DirectCoding {
  static var draftType: DraftSchema.ValueType { .dateTime }
  var draftValue: DraftValue { .text(DateText.text(of: self)) }
  init?(draftValue: DraftValue) {
    guard case .text(let text) = draftValue, let date = DateText.date(from: text) else {
      return nil
    }
    self = date
  }
}

extension Data: DirectCoding {
  static var draftType: DraftSchema.ValueType { .bytes }
  var draftValue: DraftValue { .bytes(Array(self)) }
  init?(draftValue: DraftValue) {
    guard case .bytes(let bytes) = draftValue else { return nil }
    self.init(bytes)
  }
}

extension UUID: DirectCoding {
  static var draftType: DraftSchema.ValueType { .text }
  var draftValue: DraftValue { .text(uuidString) }
  init?(draftValue: DraftValue) {
    guard case .text(let text) = draftValue else { return nil }
    self.init(uuidString: text)
  }
}

/// A URL by its text.
///
/// A relative one is followed by a space, which no URL holds, and what it is relative to. A text is
/// a URL only as it stands: `Foundation` would encode, or leave out, what does not belong in one.
extension URL: DirectCoding {
  static var draftType: DraftSchema.ValueType { .text }

  var draftValue: DraftValue {
    guard let baseURL else { return .text(absoluteString) }
    return .text("\(relativeString) \(baseURL.absoluteString)")
  }

  init?(draftValue: DraftValue) {
    guard case .text(let text) = draftValue, let url = Self.lenient(text),
      url.draftValue == draftValue
    else { return nil }
    self = url
  }

  private static func lenient(_ text: String) -> URL? {
    guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      return URL(string: text)
    }
    guard let base = URL(string: String(text[text.utf8.index(after: space)...])) else {
      return nil
    }
    return URL(string: String(text[..<space]), relativeTo: base)
  }
}

/// A decimal number by its characters.
///
/// A number of more digits than `Decimal` holds, 38, is not read as a shorter one.
extension Decimal: DirectCoding {
  static var draftType: DraftSchema.ValueType { .decimal }

  var draftValue: DraftValue { .number(literal: description) }

  init?(draftValue: DraftValue) {
    guard case .number(let literal) = draftValue else { return nil }
    guard literal != "NaN" else {
      self = .nan
      return
    }
    let mantissa = literal.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    let digits = mantissa.filter { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
      .drop { $0 == UInt8(ascii: "0") }
      .reversed().drop { $0 == UInt8(ascii: "0") }
    guard JSONNumber.isNumber(literal), digits.count <= 38, let number = Decimal(string: literal)
    else { return nil }
    self = number
  }
}
