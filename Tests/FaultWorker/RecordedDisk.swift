import CFaults
import FormDrafts

/// A disk as the calls that were recorded leave it, and as a power loss may.
///
/// The model: what a sync covered is there. What was written since then is there sector by sector
/// (512 bytes), or not, each by chance. Names are there as a prefix of their changes that reaches
/// at least to the last one whose directory was synced afterwards. A drive that lies about syncs
/// is not in it.
struct RecordedDisk {
  private struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []
  }

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private enum NameChange {
    case create(String, file: Int)
    case makeDirectory(String)
    case remove(String)
    case rename(String, to: String)

    /// The directory that must be synced.
    var parent: String {
      switch self {
      case .create(let path, _), .makeDirectory(let path), .remove(let path), .rename(_, let path):
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      }
    }
  }

  private static let sector = 512
  private let root: String
  private var files: [Int: File] = [:]
  private var names: [NameChange] = []
  private var durableNames = 0

  /// A disk with nothing on it below `root`.
  init(root: String) { self.root = root }

  /// Takes in the next call; the number of a mark, if it is one.
  mutating func apply(_ event: faults_event) -> Int? {
    let path = event.path.map { String(cString: $0) } ?? ""
    let file = Int(event.file)
    switch UInt32(event.type) {
    case FAULTS_DID_CREATE.rawValue:
      files[file] = File()
      names.append(.create(path, file: file))
    case FAULTS_DID_WRITE.rawValue:
      let bytes = UnsafeRawBufferPointer(start: event.bytes, count: Int(event.count))
      files[file]?.pending.append(.write(offset: Int(event.offset), bytes: Array(bytes)))
    case FAULTS_DID_TRUNCATE.rawValue:
      files[file]?.pending.append(.truncate(Int(event.offset)))
    case FAULTS_DID_SYNC.rawValue: settle(file)
    case FAULTS_DID_MKDIR.rawValue: names.append(.makeDirectory(path))
    case FAULTS_DID_REMOVE.rawValue: names.append(.remove(path))
    case FAULTS_DID_RENAME.rawValue:
      names.append(.rename(path, to: event.target.map { String(cString: $0) } ?? ""))
    case FAULTS_DID_SYNC_DIR.rawValue: settleNames(in: path)
    default: return Int(event.offset)
    }
    return nil
  }

  private mutating func settle(_ number: Int) {
    guard var file = files[number] else { return }
    for change in file.pending { Self.apply(change, to: &file.durable) { true } }
    file.pending = []
    files[number] = file
  }

  private mutating func settleNames(in directory: String) {
    if let last = names.lastIndex(where: { $0.parent == directory }) {
      durableNames = max(durableNames, last + 1)
    }
  }

  private static func apply(
    _ change: Change, to bytes: inout [UInt8], survives: () -> Bool
  ) {
    switch change {
    case .truncate(let size):
      guard survives() else { return }
      if size < bytes.count {
        bytes.removeLast(bytes.count - size)
      } else {
        bytes += [UInt8](repeating: 0, count: size - bytes.count)
      }
    case .write(let offset, let written):
      var start = 0
      while start < written.count {
        let end = min(written.count, start + sector - (offset + start) % sector)
        if survives() {
          let missing = offset + end - bytes.count
          if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
          bytes.replaceSubrange(offset + start..<offset + end, with: written[start..<end])
        }
        start = end
      }
    }
  }

  /// What a power loss now leaves: directories, and files with their bytes, by their paths below
  /// the root.
  ///
  /// - Parameter probability: that a sector, or a change of names, which was not synced is there.
  func afterPowerLoss(
    _ probability: Double, _ random: inout Seeded
  ) -> (directories: [String], files: [String: [UInt8]]) {
    var tree: [String: Int?] = [root: nil]
    var kept = durableNames
    while kept < names.count, Double.random(in: 0..<1, using: &random) < probability { kept += 1 }
    for change in names[..<kept] { Self.apply(change, to: &tree) }
    var found: [String: [UInt8]] = [:]
    for (path, number) in tree {
      guard let number, let file = files[number], !path.hasSuffix("-shm") else { continue }
      var bytes = file.durable
      for change in file.pending {
        Self.apply(change, to: &bytes) { Double.random(in: 0..<1, using: &random) < probability }
      }
      found[String(path.dropFirst(root.count))] = bytes
    }
    let directories = tree.filter { $0.value == nil }.keys.map { String($0.dropFirst(root.count)) }
    return (directories.sorted(), found)
  }

  private static func apply(_ change: NameChange, to tree: inout [String: Int?]) {
    switch change {
    case .create(let path, let file): tree[path] = file
    case .makeDirectory(let path): tree.updateValue(nil, forKey: path)
    case .remove(let path): tree.removeValue(forKey: path)
    case .rename(let from, let target):
      for (path, file) in tree where path == from || path.hasPrefix(from + "/") {
        tree.removeValue(forKey: path)
        tree.updateValue(file, forKey: target + path.dropFirst(from.count))
      }
    }
  }
}
