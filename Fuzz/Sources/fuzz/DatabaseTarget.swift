import FormDrafts
import Foundation

/// A database with some bytes changed: each input is a list of changes, three bytes where and one
/// what.
///
/// Never a crash, never a wrong answer passed off as good, never “no draft”.
enum DatabaseTarget {
  private static let schema = DraftSchema(
    "f",
    fields: [
      .init("name", .text), .init("note", .text), .init("amounts", .decimal, isMany: true),
      .init("/address/city", .text),
    ])
  private static let drafts = 4

  private static func key(_ number: Int) -> DraftKey {
    DraftKey("f", owner: "ana", record: .existing("r\(number)"))
  }

  private static func snapshot(_ number: Int) -> DraftSnapshot {
    DraftSnapshot(
      values: [
        "name": .text("name \(number)"), "note": .text(String(repeating: "long ", count: 900)),
        "amounts": [1, 2], "address": ["city": .text("city \(number)")],
      ], touched: ["name"])
  }

  /// A store to be damaged: where it is, its database, and what that holds.
  private struct Base {
    let path: String
    let file: String
    let bytes: [UInt8]
  }

  private static let base: Base = {
    let path = NSTemporaryDirectory() + "/FormDrafts-fuzz-\(getpid())"
    waiting {
      let store = DraftStore(path: path)
      for number in 1...drafts {
        for _ in 1...2 {
          _ = try? await store.save(
            snapshot(number), schema: schema, key: key(number), savePoint: .manual)
        }
      }
      await store.close()
    }
    let owners = path + "/owners"
    let tag = (try? FileManager.default.contentsOfDirectory(atPath: owners))?.first {
      $0.count == 32
    }
    let file = "\(owners)/\(tag ?? "")/drafts.db"
    guard let data = FileManager.default.contents(atPath: file) else {
      preconditionFailure("no store to begin with")
    }
    return Base(path: path, file: file, bytes: Array(data))
  }()

  static func feed(_ input: [UInt8]) {
    let base = base
    var damaged = base.bytes
    for start in stride(from: 0, to: input.count - 3, by: 4) {
      let place = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
      damaged[place % damaged.count] = input[start + 3]
    }
    for end in ["-wal", "-shm"] { unlink(base.file + end) }
    // In place: the modes stay.
    guard let handle = FileHandle(forWritingAtPath: base.file) else {
      preconditionFailure("the database is gone")
    }
    handle.truncateFile(atOffset: 0)
    handle.write(Data(damaged))
    handle.closeFile()
    waiting { await look(base.path) }
  }

  private static func look(_ path: String) async {
    let store = DraftStore(path: path)
    for number in 1...drafts {
      let answer = await store.restore(key(number), schema: schema)
      switch answer {
      case .none: preconditionFailure("a draft is none")
      case .restored(let draft):
        precondition(draft.snapshot == snapshot(number), "a wrong answer is passed off as good")
      case .mismatch(let draft):
        for member in draft.salvage?.values.members ?? [] where member.name != "address" {
          precondition(
            snapshot(number).values[member.name] == member.value, "a wrong answer is salvaged")
        }
      case .inDoubt, .unreadable: break
      }
    }
    for listing in (try? await store.list(verifying: true)) ?? [] {
      guard let id = listing.summary?.id else { continue }
      _ = try? await store.export(id)
      _ = try? await store.history(of: id)
    }
    await store.close()
  }
}
