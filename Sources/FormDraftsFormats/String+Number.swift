extension String {
  /// Whether the characters of a JSON number say that it is whole.
  var isWholeNumber: Bool {
    utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }
  }
}
