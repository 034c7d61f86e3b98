import FormDrafts
import FormDraftsSQLite

/// What a piece of work begins with, and what the store is to be before and after it.
struct Prepared {
  let template: String
  let before: [String]
  let after: [String]
}

extension Rig {
  var photo: String { root + "/photo.png" }

  /// Makes the store, and does the work once without faults.
  func prepare(_ work: Work) async throws -> Prepared {
    try put(Array("a photo of something".utf8), to: photo)
    let other = newPath()
    try await Sample.make(at: other, photo: photo)
    importLines = try await exported(other)
    let template: String
    if let version = work.fixture {
      template = newPath()
      try copy("\(fixtures)/store-\(version)", to: template)
    } else {
      template = other
    }
    let untouched = newPath()
    try copy(template, to: untouched)
    let before = await Sample.state(of: untouched)
    let done = newPath()
    try copy(template, to: done)
    let store = DraftStore(path: done, environment: Sample.environment(ids: 800))
    try await work.run(store, self)
    await store.close()
    let after = await Sample.state(of: done)
    if before.contains(where: { $0.hasPrefix("damaged") || $0.hasPrefix("error") }) {
      violation("\(work.name): the store is not sound before")
    }
    if !work.isReading, work.fixture == nil, before == after {
      violation("\(work.name): nothing changes")
    }
    return Prepared(template: template, before: before, after: after)
  }

  /// Two drafts of another store, one of an owner who is there and one who is not.
  private func exported(_ path: String) async throws -> String {
    let copy = newPath()
    try self.copy(path, to: copy)
    let store = DraftStore(path: copy, environment: Sample.environment(ids: 700))
    var lines = ""
    for owner in ["ana", "dora"] as [DraftOwner] {
      let receipt = try await store.save(
        Sample.snapshot("import"), schema: Sample.schema, key: Sample.key(owner, "imported"))
      lines += try await store.export(receipt.draft).line + "\n"
    }
    await store.close()
    remove(copy)
    return lines
  }
}
