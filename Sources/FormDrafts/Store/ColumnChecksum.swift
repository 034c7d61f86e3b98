import FormDraftsSQLite

/// Feeds columns to XXH64, each with its length, so that no two rows look alike.
struct ColumnChecksum {
  private var storage: [UInt8]
  private var count = 0

  init(capacity: Int = 256) { storage = Array(repeating: 0, count: capacity) }

  /// What the checksum is made over.
  var buffer: [UInt8] { Array(storage[..<count]) }

  var value: Int64 {
    storage.withUnsafeBytes {
      Int64(bitPattern: XXH64.hash(UnsafeRawBufferPointer(rebasing: $0[..<count])))
    }
  }

  /// Begins a new row in the same memory.
  mutating func restart() { count = 0 }

  mutating func add(_ number: Int64) {
    let start = extend(by: 8)
    storage.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: start, as: Int64.self)
    }
  }

  typealias FieldNumbers = (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64)

  /// The checksum of a row of `field`, as ``FieldRow/checksum``, from where SQLite has its columns.
  ///
  /// - Parameters:
  ///   - numbers: id, draft, kind, form, flags, marks, ordinal, revision.
  mutating func ofField(
    numbers: FieldNumbers, path: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer?,
    base: UnsafeRawBufferPointer?
  ) -> Int64 {
    restart()
    add(numbers)
    add(path)
    if let value { add(value) } else { add(Int64(-1)) }
    if let base { add(base) } else { add(Int64(-1)) }
    return self.value
  }

  private mutating func add(_ numbers: FieldNumbers) {
    let start = extend(by: 64)
    let little = (
      numbers.0.littleEndian, numbers.1.littleEndian, numbers.2.littleEndian,
      numbers.3.littleEndian, numbers.4.littleEndian, numbers.5.littleEndian,
      numbers.6.littleEndian, numbers.7.littleEndian
    )
    storage.withUnsafeMutableBytes { target in
      withUnsafeBytes(of: little) {
        UnsafeMutableRawBufferPointer(rebasing: target[start...]).copyMemory(from: $0)
      }
    }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(Int64(bytes.count))
    let start = extend(by: bytes.count)
    storage.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: bytes)
    }
  }

  mutating func add(_ text: String) {
    var copy = text
    copy.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(optional text: String?) {
    if let text { add(text) } else { add(Int64(-1)) }
  }

  mutating func add(optional bytes: [UInt8]?) {
    if let bytes { add(bytes) } else { add(Int64(-1)) }
  }

  /// Where so many more bytes begin.
  private mutating func extend(by more: Int) -> Int {
    let start = count
    count += more
    if count > storage.count {
      grow(to: storage.count + max(storage.count, count))
    }
    return start
  }

  /// As whole blocks of memory: byte by byte a debug build takes seconds for a long answer.
  private mutating func grow(to size: Int) {
    storage = [UInt8](unsafeUninitializedCapacity: size) { [storage] target, initialized in
      let memory = UnsafeMutableRawBufferPointer(target)
      storage.withUnsafeBytes { memory.copyMemory(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: memory[storage.count...])
        .initializeMemory(as: UInt8.self, repeating: 0)
      initialized = size
    }
  }
}
