extension String {
  /// Whether it is one of the names that some form libraries number fields with: `field_0`.
  package var isPositional: Bool {
    let prefix = "field_"
    let digits = utf8.dropFirst(prefix.utf8.count)
    return utf8.starts(with: prefix.utf8) && !digits.isEmpty
      && digits.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }
}
