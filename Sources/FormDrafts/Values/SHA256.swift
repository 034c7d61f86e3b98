/// SHA-256 of FIPS 180-4; the toolchain on Linux ships none.
package struct SHA256 {
  /// FIPS 180-4, section 5.3.3.
  private var state = SIMD8<UInt32>(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  private var tail = SIMD64<UInt8>()
  private var tailCount = 0
  private var byteCount: UInt64 = 0

  package init() {}

  /// The digest of some bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finalize()
  }

  /// The digest of some bytes in lower-case hex.
  package static func hex(of bytes: [UInt8]) -> String { hex(digest(of: bytes)) }

  /// A digest in lower-case hex.
  package static func hex(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    byteCount &+= UInt64(bytes.count)
    var offset = 0
    if tailCount > 0 {
      offset = min(64 - tailCount, bytes.count)
      fillTail(base, count: offset)
      guard tailCount == 64 else { return }
      compressTail()
    }
    let blocks = (bytes.count - offset) / 64
    if blocks > 0 { compress(base + offset, blocks: blocks) }
    offset += blocks * 64
    fillTail(base + offset, count: bytes.count - offset)
  }

  /// Takes more bytes.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// The digest of everything taken: 32 bytes.
  package mutating func finalize() -> [UInt8] {
    let bits = byteCount &* 8
    // FIPS 180-4, section 5.1.1: a one bit, zeros, and the length in bits in the last 8 bytes.
    tail[tailCount] = 0x80
    for index in tailCount + 1..<max(64, tailCount + 1) { tail[index] = 0 }
    if tailCount >= 56 {
      compressTail()
      tail = SIMD64<UInt8>()
    }
    for index in 0..<8 {
      tail[56 + index] = UInt8(truncatingIfNeeded: bits >> UInt64(56 - index * 8))
    }
    compressTail()
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in 0..<8 {
      for shift: UInt32 in [24, 16, 8, 0] {
        digest.append(UInt8(truncatingIfNeeded: state[word] >> shift))
      }
    }
    return digest
  }

  private mutating func fillTail(_ source: UnsafeRawPointer, count: Int) {
    guard count > 0 else { return }
    let start = tailCount
    withUnsafeMutableBytes(of: &tail) { target in
      target.baseAddress?.advanced(by: start).copyMemory(from: source, byteCount: count)
    }
    tailCount += count
  }

  private mutating func compressTail() {
    let block = tail
    withUnsafeBytes(of: block) { bytes in
      if let base = bytes.baseAddress { compress(base, blocks: 1) }
    }
    tailCount = 0
  }
}

extension SHA256 {
  /// FIPS 180-4, section 4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  /// FIPS 180-4, section 6.2.2.
  private mutating func compress(_ base: UnsafeRawPointer, blocks: Int) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      Self.constants.withUnsafeBufferPointer { constants in
        for block in 0..<blocks {
          Self.expand(base + block * 64, into: schedule)
          Self.rounds(&state, schedule, constants)
        }
      }
    }
  }

  @inline(__always)
  private static func expand(
    _ block: UnsafeRawPointer, into schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      let word = block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      schedule[index] = UInt32(bigEndian: word)
    }
    for index in 16..<64 {
      let early = schedule[index &- 15]
      let late = schedule[index &- 2]
      let small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early &>> 3)
      let small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late &>> 10)
      schedule[index] = schedule[index &- 16] &+ small0 &+ schedule[index &- 7] &+ small1
    }
  }

  @inline(__always)
  private static func rounds(
    _ state: inout SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>,
    _ constants: UnsafeBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight rounds at a time: each turns the eight words by one place, so that after eight all are
    // where they were and none had to be moved.
    for index in stride(from: 0, to: 64, by: 8) {
      @inline(__always) func input(_ step: Int) -> UInt32 {
        constants[index &+ step] &+ schedule[index &+ step]
      }
      round(a, b, c, &d, e, f, g, &h, input(0))
      round(h, a, b, &c, d, e, f, &g, input(1))
      round(g, h, a, &b, c, d, e, &f, input(2))
      round(f, g, h, &a, b, c, d, &e, input(3))
      round(e, f, g, &h, a, b, c, &d, input(4))
      round(d, e, f, &g, h, a, b, &c, input(5))
      round(c, d, e, &f, g, h, a, &b, input(6))
      round(b, c, d, &e, f, g, h, &a, input(7))
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    let big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ big1 &+ choice &+ input
    let big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    let majority = (a & b) | (c & (a | b))
    d = d &+ first
    h = first &+ big0 &+ majority
  }

  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}
