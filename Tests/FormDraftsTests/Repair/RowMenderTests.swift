import Testing

@testable import FormDrafts

/// A checksum that says which byte is wrong.
@Suite("A row with a wrong byte") struct RowMenderTests {
  @Test("Any byte, in rows of any kind; of two wrong ones none is guessed")
  func mender() throws {
    var random = Seeded(3)
    for length in [0, 1, 40, 300] {
      let text = (0..<length).map { _ in UInt8.random(in: 32..<127, using: &random) }
      var row = FieldRow(
        id: 7 << 32, draft: 7, path: "address/city", kind: .live, flags: 1, marks: 3,
        ordinal: 65_536, value: length == 1 ? nil : text, base: length == 40 ? nil : text,
        revision: 9)
      row.sum = row.checksum
      var columns = ColumnChecksum()
      for number in [row.id, row.draft, 0, 0, row.flags, row.marks, row.ordinal, row.revision] {
        columns.add(number)
      }
      columns.add(row.path.pointer)
      columns.add(optional: row.value)
      columns.add(optional: row.base)
      let bytes = columns.buffer
      #expect(XXH64.hash(bytes) == UInt64(bitPattern: row.sum))
      var mender = RowMender()
      for _ in 0..<8 {
        var damaged = bytes
        let index = Int.random(in: 0..<bytes.count, using: &random)
        damaged[index] ^= UInt8.random(in: 1...255, using: &random)
        #expect(mender.mend(damaged, sum: row.sum) == bytes)
        let other = (index + 1 + Int.random(in: 0..<bytes.count - 1, using: &random)) % bytes.count
        damaged[other] ^= UInt8.random(in: 1...255, using: &random)
        #expect(mender.mend(damaged, sum: row.sum) == nil)
      }
      let back = try #require(FieldRow(columns: bytes))
      #expect(back.isIntact)
      #expect((back.path, back.marks, back.ordinal) == (row.path, row.marks, row.ordinal))
      #expect((back.value, back.base) == (row.value, row.base))
    }
  }
}
