import CPeer
import Foundation

/// The C peer, with Swift's texts lent to it.
final class Limit {
  private let peer: OpaquePointer

  /// Opens a database; the log is copied back every so many pages, SQLite's own default unless said.
  ///
  /// - Parameter isGuarded: whether it also locks, looks, checksums and keeps a ledger as we do.
  init(_ path: String, full: Bool, frames: Int = 1_000, isGuarded: Bool = false) {
    peer = peer_open(path, full, Int32(frames))
    if isGuarded { peer_guard(peer, path) }
  }

  func close() { peer_close(peer) }

  func saveNew(_ draft: Int, _ workload: Workload) {
    let names = Texts(workload.names)
    let values = Texts(workload.values)
    peer_save_new(
      peer, Int64(draft),
      peer_form(names: names.start, values: values.start, count: Int32(workload.count)))
  }

  func save(fields: [Int32], values: Texts) {
    fields.withUnsafeBufferPointer {
      peer_save_changes(peer, $0.baseAddress, values.start, Int32(fields.count))
    }
  }

  func saveSnapshot(_ values: Texts) -> Int { Int(peer_save_snapshot(peer, values.start)) }

  func restore(_ draft: Int) -> Int { Int(peer_restore(peer, Int64(draft))) }

  func list() -> Int { Int(peer_list(peer)) }

  func touch() { peer_touch(peer) }
}

/// C on a database that FormDrafts made: every column of every row copied and checksummed, which is
/// what our layout and our checksums cost at least.
final class Scan {
  private let scan: OpaquePointer

  /// - Parameters:
  ///   - store: a store of one owner.
  ///   - statements: SQL, with one number or none.
  init(ofStore store: String, _ statements: [String]) throws {
    let owners = store + "/owners"
    let directory = try FileManager.default.contentsOfDirectory(atPath: owners)
      .first { FileManager.default.fileExists(atPath: "\(owners)/\($0)/drafts.db") }
    guard let directory else { throw Unexpected("scan") }
    var texts = statements.map { UnsafePointer(strdup($0)) }
    defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
    scan = scan_open("\(owners)/\(directory)/drafts.db", &texts, Int32(texts.count))
  }

  /// A draft with its answers.
  static let draft = [
    "SELECT * FROM draft WHERE id = ?1",
    "SELECT * FROM field WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 ORDER BY id",
  ]
  /// What a list reads.
  static let list = ["SELECT * FROM draft ORDER BY seq DESC"]

  func rows(_ number: Int = 0) -> Int { Int(scan_run(scan, Int64(number))) }

  func close() { scan_close(scan) }
}

/// Texts in memory that C reads; one can be replaced.
final class Texts {
  private let texts: UnsafeMutableBufferPointer<peer_text>

  init(_ strings: [String]) {
    texts = .allocate(capacity: strings.count)
    for (index, string) in strings.enumerated() { texts[index] = Self.copy(string) }
  }

  deinit {
    for text in texts { text.bytes.deallocate() }
    texts.deallocate()
  }

  var start: UnsafePointer<peer_text>? { UnsafePointer(texts.baseAddress) }

  subscript(index: Int) -> peer_text { texts[index] }

  func replace(_ index: Int, by string: String) {
    texts[index].bytes.deallocate()
    texts[index] = Self.copy(string)
  }

  private static func copy(_ string: String) -> peer_text {
    let bytes = Array(string.utf8)
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    return peer_text(bytes: copy.baseAddress, count: bytes.count)
  }
}
