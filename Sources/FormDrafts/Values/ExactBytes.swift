// Swift compares strings by canonical equivalence: “é” as one scalar equals “é” as two. A draft
// keeps what was typed, so everything here compares UTF-8 bytes instead.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `memcmp` is four times faster than a loop over the bytes.
private func isSameMemory(
  _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard let start = left.baseAddress, let other = right.baseAddress else { return true }
  return memcmp(start, other, left.count) == 0
}

extension String {
  /// Whether both strings have the same UTF-8 bytes.
  package func isSameBytes(as other: String) -> Bool {
    let mine = utf8
    let theirs = other.utf8
    guard mine.count == theirs.count else { return false }
    let fast = mine.withContiguousStorageIfAvailable { left in
      theirs.withContiguousStorageIfAvailable { right in isSameMemory(left, right) }
    }
    return (fast ?? nil) ?? mine.elementsEqual(theirs)
  }

  /// Whether these are the string's UTF-8 bytes.
  func isSameBytes(as bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let mine = utf8
    guard mine.count == bytes.count else { return false }
    return mine.withContiguousStorageIfAvailable { isSameMemory($0, bytes) }
      ?? mine.elementsEqual(bytes)
  }

  /// Feeds the UTF-8 bytes and their end to a hasher.
  package func hashBytes(into hasher: inout Hasher) {
    let fast: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if fast == nil {
      for byte in utf8 { hasher.combine(byte) }
    }
    hasher.combine(UInt8(0xFF))
  }
}

/// A string that compares, hashes and sorts by its UTF-8 bytes; the key type for every internal
/// dictionary of names.
@propertyWrapper
package struct Exact: Hashable, Comparable, Sendable {
  package var wrappedValue: String

  package init(wrappedValue: String) { self.wrappedValue = wrappedValue }

  package init(_ value: String) { wrappedValue = value }

  package static func == (left: Exact, right: Exact) -> Bool {
    left.wrappedValue.isSameBytes(as: right.wrappedValue)
  }

  package static func < (left: Exact, right: Exact) -> Bool {
    left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
  }

  package func hash(into hasher: inout Hasher) { wrappedValue.hashBytes(into: &hasher) }
}

/// An optional string that compares and hashes by its UTF-8 bytes.
@propertyWrapper
package struct ExactOptional: Hashable, Sendable {
  package var wrappedValue: String?

  package init(wrappedValue: String?) { self.wrappedValue = wrappedValue }

  package static func == (left: ExactOptional, right: ExactOptional) -> Bool {
    switch (left.wrappedValue, right.wrappedValue) {
    case (nil, nil): true
    case (let mine?, let theirs?): mine.isSameBytes(as: theirs)
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue == nil)
    wrappedValue?.hashBytes(into: &hasher)
  }
}
