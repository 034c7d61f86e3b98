/// XXH64 of the xxHash specification (doc/xxhash_spec.md, version 0.1.1): a fast check against
/// damage, not against attackers.
package struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private let seed: UInt64
  private var lanes: SIMD4<UInt64>
  private var tail = SIMD32<UInt8>()
  private var tailCount = 0
  private var byteCount: UInt64 = 0

  package init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = SIMD4(
      seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  /// The hash of some bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  /// The hash of some bytes.
  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var hash = XXH64(seed: seed)
    hash.update(bytes)
    return hash.finalize()
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if tailCount > 0 {
      offset = min(32 - tailCount, bytes.count)
      fillTail(base, count: offset)
      guard tailCount == 32 else { return }
      let stripe = tail
      withUnsafeBytes(of: stripe) { if let base = $0.baseAddress { consume(base) } }
      tailCount = 0
    }
    while offset + 32 <= bytes.count {
      consume(base + offset)
      offset += 32
    }
    fillTail(base + offset, count: bytes.count - offset)
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Takes the UTF-8 bytes of a text.
  package mutating func update(_ text: String) {
    var copy = text
    copy.withUTF8 { update(UnsafeRawBufferPointer($0)) }
  }

  /// Takes a number, as eight bytes in little-endian order.
  package mutating func update(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { update($0) }
  }

  /// The hash of everything taken; more can be taken afterwards.
  package func finalize() -> UInt64 {
    var hash: UInt64
    if byteCount >= 32 {
      hash =
        Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7) &+ Self.rotate(lanes[2], 12)
        &+ Self.rotate(lanes[3], 18)
      for lane in 0..<4 {
        hash = (hash ^ Self.round(0, lanes[lane])) &* Self.prime1 &+ Self.prime4
      }
    } else {
      hash = seed &+ Self.prime5
    }
    hash = withUnsafeBytes(of: tail) { Self.finish(hash &+ byteCount, $0, count: tailCount) }
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  /// Step 5 of the specification: the bytes that fill no stripe.
  private static func finish(
    _ start: UInt64, _ tail: UnsafeRawBufferPointer, count: Int
  ) -> UInt64 {
    var hash = start
    var offset = 0
    while offset + 8 <= count {
      let lane = UInt64(littleEndian: tail.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      hash = rotate(hash ^ round(0, lane), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= count {
      let lane = UInt32(littleEndian: tail.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = rotate(hash ^ (UInt64(lane) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < count {
      hash = rotate(hash ^ (UInt64(tail[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    return hash
  }

  @inline(__always)
  private mutating func consume(_ stripe: UnsafeRawPointer) {
    for lane in 0..<4 {
      let word = stripe.loadUnaligned(fromByteOffset: lane * 8, as: UInt64.self)
      lanes[lane] = Self.round(lanes[lane], UInt64(littleEndian: word))
    }
  }

  private mutating func fillTail(_ source: UnsafeRawPointer, count: Int) {
    guard count > 0 else { return }
    let start = tailCount
    withUnsafeMutableBytes(of: &tail) { target in
      target.baseAddress?.advanced(by: start).copyMemory(from: source, byteCount: count)
    }
    tailCount += count
  }

  @inline(__always)
  private static func round(_ accumulator: UInt64, _ lane: UInt64) -> UInt64 {
    rotate(accumulator &+ lane &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word &<< count | word &>> (64 &- count)
  }
}
