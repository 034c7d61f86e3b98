/// A statement that is kept, and whether somebody is using it.
final class KeptStatement {
  let statement: Statement
  let sql: String
  var isInUse = false

  init(_ statement: consuming Statement, _ sql: String) {
    self.statement = statement
    self.sql = sql
  }
}

/// The statements a connection keeps, found by their text.
///
/// Hashing a long statement at every use costs as much as a tenth of running it. A constant string
/// is at the same address each time, so that is looked up first.
struct KeptStatements {
  private var byText: [String: KeptStatement] = [:]
  private var byAddress: [UInt: KeptStatement] = [:]

  /// The statement for a text.
  func find(_ sql: String) -> KeptStatement? {
    // An entry holds its string and so its storage: while the entry is there, no other text can
    // come to lie at that address.
    if let address = Self.address(of: sql), let found = byAddress[address],
      found.sql.utf8.count == sql.utf8.count
    {
      return found
    }
    return byText[sql]
  }

  /// Keeps a statement.
  mutating func add(_ entry: KeptStatement) {
    byText[entry.sql] = entry
    if let address = Self.address(of: entry.sql) { byAddress[address] = entry }
  }

  /// Drops the statements nobody is using.
  mutating func removeUnused() {
    byText = byText.filter { $0.value.isInUse }
    byAddress = byAddress.filter { $0.value.isInUse }
  }

  /// Drops all statements.
  mutating func removeAll() {
    byText.removeAll()
    byAddress.removeAll()
  }

  /// Where a string's bytes lie, if that is in storage of its own: up to 15 bytes are kept in
  /// the string itself, and then the address is one on the stack.
  private static func address(of sql: String) -> UInt? {
    guard sql.utf8.count > 15 else { return nil }
    return sql.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
  }
}
