/// A sign-out: what it removed, and a way to wait for the last byte.
public struct SignOut: Sendable {
  /// What was removed.
  ///
  /// ``PurgeReceipt/erasure-swift.property`` is pending while the bytes are being overwritten: no
  /// store finds them any more, and ``erased()`` waits until no file holds them.
  public let receipt: PurgeReceipt
  private let erasing: Task<PurgeReceipt, Never>?

  init(_ receipt: PurgeReceipt, erasing: Task<PurgeReceipt, Never>? = nil) {
    self.receipt = receipt
    self.erasing = erasing
  }

  /// Waits until the bytes are overwritten.
  ///
  /// Nobody has to: it goes on by itself, ``DraftStore/close()`` waits for it, and the next open
  /// finishes it if the process dies.
  ///
  /// - Returns: the receipt with what became of the bytes.
  public func erased() async -> PurgeReceipt {
    guard let erasing else { return receipt }
    return await erasing.value
  }
}
