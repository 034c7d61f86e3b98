#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Looks for bytes in bytes by the C library's search: a loop in Swift takes minutes for some
/// megabytes under a sanitizer.
enum ByteSearch {
  /// How often a piece stands there, overlapping ones too.
  static func count(of piece: [UInt8], in bytes: [UInt8]) -> Int {
    guard let first = piece.first, bytes.count >= piece.count else { return 0 }
    return bytes.withUnsafeBytes { bytes in
      piece.withUnsafeBytes { piece in
        guard let start = bytes.baseAddress, let wanted = piece.baseAddress else { return 0 }
        var count = 0
        var offset = 0
        let last = bytes.count - piece.count
        while offset <= last, let found = memchr(start + offset, Int32(first), last - offset + 1) {
          if memcmp(found, wanted, piece.count) == 0 { count += 1 }
          offset = UnsafeRawPointer(found) - start + 1
        }
        return count
      }
    }
  }
}
