import FormDrafts
import Testing

@Suite struct ValueCheckTests {
  static func text(_ count: Int) -> String {
    String(decoding: [UInt8](repeating: UInt8(ascii: "a"), count: count), as: UTF8.self)
  }

  static func deep(_ depth: Int) -> DraftValue {
    (0..<depth).reduce(.null) { value, _ in .list([value]) }
  }

  @Test func `a value of 64 levels is taken and one of 65 is not`() throws {
    try Self.deep(64).validate(at: .root)
    #expect(thrown { try Self.deep(65).validate(at: .root) }?.code == .tooLarge)
    // The objects around the place count too: they are levels of the same document.
    try Self.deep(62).validate(at: "/a/b")
    let error = thrown { try Self.deep(63).validate(at: "/a/b") }
    #expect(error?.code == .tooLarge)
    #expect(error?.paths.first?.isInside("/a/b") == true)
    let names = Array(repeating: "n", count: 64)
    try DraftValue.null.validate(at: FieldPath(names))
    #expect(
      thrown { try DraftValue.null.validate(at: FieldPath(names + ["n"])) }?.code == .tooLarge)
  }

  @Test func `a hostile depth fails cleanly on 128 KiB of stack`() {
    // Built and dropped here, where the stack is large: dropping a value is Swift's recursion.
    let value = Self.deep(10_000)
    let objects = (0..<10_000).reduce(DraftValue.null) { value, _ in ["a": value] }
    for value in [value, objects] {
      let (code, bytes) = onSmallStack { () -> (DraftError.Code?, Int) in
        let error = thrown { try value.validate(at: "/a") }
        return (error?.code, value.json.utf8.count)
      }
      #expect(code == .tooLarge)
      #expect(bytes >= 20_004)
    }
  }

  @Test(arguments: ["", "abc", "01", "+1", ".5", "1.", "nan", "inf", "0x1F", "1 ", "1e", "é"])
  func `a number literal that JSON does not have is refused`(literal: String) {
    let error = thrown {
      try object(["a": ["b": [0, .number(literal: literal)]]]).validate()
    }
    #expect(error?.code == .invalidValue)
    #expect(error?.paths == ["/a/b/1"])
  }

  @Test func `a name that stands twice is refused by bytes`() {
    let twice = DraftObject([.init("a", 1), .init("b", 2), .init("a", 3)])
    let error = thrown {
      try object(["x": [.object(twice)]]).validate()
    }
    #expect(error?.code == .invalidValue)
    #expect(error?.paths == ["/x/0/a"])
    let many = (0..<100).map { DraftObject.Member("n\($0 % 99)", 0) }
    #expect(thrown { try DraftObject(many).validate() }?.code == .invalidValue)
    #expect(throws: Never.self) {
      try DraftObject([.init("\u{E9}", 1), .init("e\u{301}", 2)]).validate()
    }
  }

  @Test func `an impossible file is refused`() {
    for file in [
      DraftFile(id: "1", name: "n", byteCount: -1),
      DraftFile(id: "1", name: "n", byteCount: 1, sha256: String(repeating: "F", count: 64)),
      DraftFile(id: "1", name: "n", byteCount: 1, sha256: ""),
    ] {
      let error = thrown { try DraftValue.file(file).validate(at: "f") }
      #expect(error?.code == .invalidValue)
      #expect(error?.paths == ["/f"])
    }
  }

  @Test func `a value of 32 MiB as JSON is taken and one byte more is not`() throws {
    #expect(DraftLimits.valueBytes == 32 << 20)
    let fits = DraftValue.text(Self.text((32 << 20) - 2))
    #expect(try object(["a": fits]).validate().bytes == (32 << 20) + 6)
    // One list is one value, however it is made up: `[`, `]` and the text are over together.
    let error = thrown {
      try object(["o": ["small": 1, "big": .list([fits])]]).validate()
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.paths == ["/o/big"])
    #expect(error?.message == "The value of /o/big is larger than 32 MiB as JSON.")
    // An escape counts as it is written: two bytes for a line feed.
    let escaped = DraftValue.text(Self.text((32 << 20) - 3) + "\n")
    #expect(thrown { try escaped.validate(at: "a") }?.code == .tooLarge)
  }

  @Test func `64 MiB of values are taken and one byte more is not`() throws {
    #expect(DraftLimits.snapshotBytes == 64 << 20)
    let half = Self.text((32 << 20) - 9)
    // {"a":"…","b":"…"}: 15 bytes around the two texts.
    let near: DraftObject = ["a": .text(half), "b": .text(half + "a")]
    #expect(try near.validate().bytes == (64 << 20) - 2)
    let full: DraftObject = ["a": .text(half), "b": .text(half + "aaa")]
    #expect(try full.validate().bytes == 64 << 20)
    let error = thrown {
      try object(["a": .text(half), "b": .text(half + "aaaa")]).validate()
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "The values are larger than 64 MiB as JSON.")
  }

  @Test func `100 000 leaves are taken and one more is not`() throws {
    #expect(DraftLimits.snapshotLeaves == 100_000)
    var object = DraftObject((0..<99_998).map { .init("n\($0)", 0) })
    object.members.append(.init("o", ["x": .list(Array(repeating: 0, count: 9)), "y": [:]]))
    #expect(try object.validate().leaves == 100_000)
    object.members.append(.init("one", .null))
    #expect(thrown { try object.validate() }?.code == .tooLarge)
  }

  @Test func `what is taken can be read: values and items are counted as the reader does`() throws {
    #expect(DraftLimits.snapshotNodes == 2_000_000)
    let items = [DraftValue](repeating: 0, count: 1_999_999)
    #expect(try DraftValue.list(items).validate(at: "/a").nodes == 2_000_000)
    let error = thrown { try object(["a": .list(items)]).validate() }
    #expect(error?.code == .tooLarge)
    #expect(error?.message == "There are more than 2000000 values and list items.")
    var random = RandomValues(seed: 3)
    for _ in 0..<500 {
      let value = random.value(depth: 4)
      var options = JSONReader.Options()
      options.maximumNodes = try value.validate(at: .root).nodes
      #expect(try JSONReader.read(value.json, options: options) == value)
      options.maximumNodes -= 1
      if options.maximumNodes > 0 {
        #expect(thrown { try JSONReader.read(value.json, options: options) }?.code == .tooLarge)
      }
    }
  }

  @Test func `leaves are counted as they are split`() throws {
    var random = RandomValues(seed: 7)
    for _ in 0..<300 {
      let object = random.object(depth: 3)
      let leaves = object.isEmpty ? 1 : object.leaves.count
      #expect(try object.validate().leaves == leaves)
    }
  }
}
