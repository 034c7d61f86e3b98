import FormDrafts
import Testing

@Suite struct DigestTests {
  /// The examples of FIPS 180-4 (csrc.nist.gov, “SHA256.pdf” and the long-message example).
  static let vectors: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test(arguments: vectors) func `SHA-256 gives the digests of FIPS 180-4`(
    text: String, digest: String
  ) {
    #expect(SHA256.hex(of: Array(text.utf8)) == digest)
  }

  @Test func `SHA-256 of a million times a, whole and in pieces of every size`() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(SHA256.hex(of: bytes) == digest)
    var hash = SHA256()
    var start = 0
    var size = 1
    while start < bytes.count {
      let end = min(start + size, bytes.count)
      hash.update(Array(bytes[start..<end]))
      (start, size) = (end, size % 200 + 1)
    }
    #expect(SHA256.hex(hash.finalize()) == digest)
  }

  /// Lengths around the padding, by Python's hashlib over ``pattern``.
  static let padded: [(Int, String)] = [
    (55, "16ed9c4697ca11d5f6fb25ea7900252dd4cb97215d7f6d0b2bb3e2a86ac0ec72"),
    (56, "939ada93b2fe1e9c596d767bb408567c83e253667f0b25e5be8e16f35f2cbac9"),
    (57, "ab84281f3b181e6cfc7cf870c7f3e7912be6fd1ac49c7dd6b21f6c25bb9a5eaa"),
    (63, "6073f83b09ae82016cdbe24c18996c48f0eaa08ca675d0f6b90b807fc29e0149"),
    (64, "b337ba9b0c69c391364e985fdcb23a889887e59800832c92fbfa22b8a3c40304"),
    (65, "9d6a3fb113b586b4ab97bc11c993a27bd9b7bbcb756e0646083dc47a679600e6"),
    (119, "9773fbac8194c3d789af101b49b6a26073076895ef6e0f658432849dd477a43f"),
    (120, "070a538f085dd94821d4dc197c5c8b791051891d4fa2a1bf25d3c275236676f7"),
  ]

  @Test(arguments: padded) func `SHA-256 pads every length rightly`(count: Int, digest: String) {
    #expect(SHA256.hex(of: Array(Self.pattern[..<count])) == digest)
  }

  static let pattern = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 131 + 7) }

  /// XXH64 over ``pattern`` with seed 0 and 2654435761, by xxHash 0.8.4 (the reference in C,
  /// through the Python package xxhash).
  static let vectors64: [(count: Int, seed0: UInt64, seeded: UInt64)] = [
    (0, 0xEF46_DB37_51D8_E999, 0xAC75_FDA2_929B_17EF),
    (1, 0xA96C_7F0C_E858_BBB7, 0x84E5_35B3_6672_440D),
    (3, 0xBED4_3740_EE63_32BB, 0x00B7_7B48_5431_CE5D),
    (4, 0xFA21_2AE4_4B3B_B23D, 0x6049_2C4B_FCB7_0CAC),
    (7, 0x2744_460D_D675_D2C0, 0xCDF8_3B72_9545_B016),
    (8, 0x994B_676B_71CE_94DD, 0xF424_EDEB_FEA8_D23F),
    (11, 0x97F0_78DA_7A1A_590C, 0xEC85_44D7_94BA_09C3),
    (12, 0xB92F_588C_E720_786E, 0xDDD8_9BDB_F8AA_26E0),
    (15, 0x09E6_451E_D2FF_8B1D, 0xC812_576B_9FD2_96EE),
    (16, 0x94AD_0095_E72B_24D5, 0x4EFF_E275_897A_BAB4),
    (31, 0x6711_D55E_306B_5D8F, 0xFA12_59CC_8B20_EB58),
    (32, 0x07F7_B8E3_BC5D_6E25, 0x920F_3E10_A5DB_09C6),
    (33, 0x09F8_5EEB_4E1C_BE9F, 0x3D80_5E87_12CB_4890),
    (36, 0xE7AC_6252_22F2_B655, 0xC3F9_9A56_BEF2_6682),
    (63, 0xB7C9_968C_066C_B6A5, 0x184B_C509_7530_BB9A),
    (64, 0x50D4_159A_0411_632E, 0x9466_7E10_D68B_3991),
    (65, 0xD277_176B_FF86_3EFC, 0xE181_E4D7_3691_5EB4),
    (100, 0x9DDA_DA11_D3DC_2D8F, 0x5766_BE67_82B9_6389),
    (222, 0x2D05_44CC_A0F5_76C7, 0xD075_5EEE_7021_27BB),
    (1000, 0x0BF0_BDBC_C82E_B373, 0xB43E_3585_5304_9780),
  ]

  @Test(arguments: vectors64) func `XXH64 gives the hashes of the reference`(
    count: Int, seed0: UInt64, seeded: UInt64
  ) {
    let bytes = Array(Self.pattern[..<count])
    #expect(XXH64.hash(bytes) == seed0)
    #expect(XXH64.hash(bytes, seed: 2_654_435_761) == seeded)
  }

  @Test func `XXH64 does not depend on how the bytes come in`() {
    let whole = XXH64.hash(Self.pattern)
    for size in 1...70 {
      var hash = XXH64()
      for start in stride(from: 0, to: Self.pattern.count, by: size) {
        hash.update(Array(Self.pattern[start..<min(start + size, Self.pattern.count)]))
      }
      #expect(hash.finalize() == whole)
    }
  }
}
