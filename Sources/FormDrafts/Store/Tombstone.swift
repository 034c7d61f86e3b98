/// What stays of a purged owner: how often, why and when; no name and no value.
///
/// The file `owners/<tag>.ended` is the fence: a writer that knew the owner before compares the
/// epoch it remembers and is refused.
struct Tombstone: Sendable {
  /// Counts the purges of this owner.
  var epoch: Int64
  /// Milliseconds UTC.
  var at: Int64

  /// No count of purges comes near; a larger one is damage.
  private static let limit: Int64 = 1 << 56

  /// The tombstone at a path; nil if the owner was never purged.
  static func read(
    _ path: String, _ modes: StorePlace.Modes = .tighten
  ) throws(DraftError) -> Tombstone? {
    guard
      let status = try DraftError.translating({ () throws(SystemError) in
        try System.status(path)
      })
    else { return nil }
    try StorePlace.checkFile(status, at: path, modes)
    let bytes = try DraftError.translating { () throws(SystemError) in
      try System.open(path).readAll(limit: 4_096)
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    var values: [Substring: Int64] = [:]
    for line in words {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = Int64(parts[1]) }
    }
    guard let epoch = values["epoch"], epoch > 0, epoch < Self.limit else {
      throw DraftError(
        .damaged, "The tombstone “\(path.printable)” cannot be read.",
        hint: "The owner stays closed until it is purged again.", file: path)
    }
    return Tombstone(epoch: epoch, at: values["at"] ?? 0)
  }

  /// Writes the tombstone durably: a new file, synced, renamed into place, directory synced.
  ///
  /// The caller holds the lock of the owners' folder.
  func write(_ path: String, in directory: String) throws(SystemError) {
    let temporary = path + ".new"
    try System.removeFile(temporary)
    let file = try System.createFile(temporary)
    try file.write(Array("epoch \(epoch)\nreason purged\nat \(at)\n".utf8))
    try file.sync()
    try System.rename(temporary, to: path)
    try System.syncDirectory(directory)
  }
}
