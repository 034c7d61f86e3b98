import Testing

@testable import FormDrafts

@Suite struct TombstoneTests {
  @Test func `what is written is read, and holds no more`() throws {
    let folder = try StoreFolder()
    let path = folder.root + "/x.ended"
    #expect(try Tombstone.read(path) == nil)
    for epoch in [1, 2, 1 << 40] as [Int64] {
      try Tombstone(epoch: epoch, at: -5).write(path, in: folder.root)
      let read = try #require(try Tombstone.read(path))
      #expect(read.epoch == epoch)
      #expect(read.at == -5)
    }
    #expect(try System.names(in: folder.root) == ["x.ended"])
    #expect(try System.status(path)?.permissions == 0o600)
    let text = String(decoding: try System.open(path).readAll(limit: 1_000), as: UTF8.self)
    #expect(text == "epoch 1099511627776\nreason purged\nat -5\n")
  }

  @Test(
    "What cannot be read keeps the owner closed",
    arguments: [
      "", "epoch", "epoch x", "epoch 0", "epoch -1", "epoch 99999999999999999999", "at 5",
      "epoch 9223372036854775807", "\0\0\0", "Epoch 1", "epoch  1x",
      String(repeating: "epoch 1\n", count: 1_000),
    ])
  func damaged(text: String) async throws {
    let folder = try StoreFolder()
    let path = folder.root + "/x.ended"
    try folder.write(Array(text.utf8), to: path)
    let error = await failure { _ = try Tombstone.read(path) }
    #expect(error?.code == .damaged || error?.code == .io)
  }

  @Test func `lines it does not know are passed over`() async throws {
    let folder = try StoreFolder()
    let path = folder.root + "/x.ended"
    try folder.write(Array("version 2\nepoch 3\nwho knows what\nat x\n".utf8), to: path)
    let read = try #require(try Tombstone.read(path))
    #expect(read.epoch == 3)
    #expect(read.at == 0)
  }
}
