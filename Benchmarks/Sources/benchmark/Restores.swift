import CPeer
import FormDrafts

struct Unexpected: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

extension Bench {
  /// A draft of a form, and the same in C, both stored.
  private func seeded(
    _ form: Workload
  ) async throws -> (path: String, key: DraftKey, limit: String) {
    let path = path("store")
    let key = DraftKey("bench", owner: "ana")
    let store = store(at: path)
    try await store.save(form.snapshot, schema: form.schema, key: key)
    await store.close()
    let file = self.path("limit.db")
    let limit = Limit(file, full: false)
    limit.saveNew(1, form)
    limit.close()
    return (path, key, file)
  }

  /// A restore with everything open, and one that opens and closes.
  func restores() async throws {
    for (size, bound) in [(50, 1.7), (500, 2), (5_000, 2)] where wants("restore.warm") {
      let form = Workload(size)
      let (path, key, file) = try await seeded(form)
      let store = store(at: path)
      let limit = Limit(file, full: false)
      let scan = try Scan(ofStore: path, Scan.draft)
      let lanes = try await race(
        [
          Contestant(name: "FormDrafts") { _ in
            guard case .restored(let draft) = await store.restore(key, schema: form.schema),
              draft.snapshot.values.members.count == size
            else { throw Unexpected("restore.warm") }
          },
          Contestant(name: "C") { _ in
            guard limit.restore(1) == size else { throw Unexpected("restore in C") }
          },
          Contestant(name: "C, our file") { _ in
            guard scan.rows(1) == size + 1 else { throw Unexpected("restore of our file in C") }
          },
        ], steps: size > 1_000 ? 10 : 50)
      scan.close()
      await store.close()
      limit.close()
      add(.time("restore.warm \(size)", lanes[0], by: lanes[1], atMost: bound))
      add(.time("restore.warm \(size)", lanes[0], by: lanes[2]))
    }
    for size in [50, 500] where wants("restore.cold") {
      let form = Workload(size)
      let (path, key, file) = try await seeded(form)
      let lanes = try await race(
        [
          Contestant(name: "FormDrafts") { [self] _ in
            let store = store(at: path)
            guard case .restored = await store.restore(key, schema: form.schema) else {
              throw Unexpected("restore.cold")
            }
            await store.close()
          },
          Contestant(name: "C") { _ in
            let limit = Limit(file, full: false)
            guard limit.restore(1) == size else { throw Unexpected("restore in C") }
            limit.close()
          },
        ], steps: 20)
      add(.time("restore.cold \(size)", lanes[0], by: lanes[1]))
    }
    try await open()
  }

  /// The first answer of a store that is there.
  private func open() async throws {
    guard wants("open") else { return }
    let (path, _, file) = try await seeded(Workload(50))
    let lanes = try await race(
      [
        Contestant(name: "FormDrafts") { [self] _ in
          let store = store(at: path)
          try await store.open()
          await store.close()
        },
        Contestant(name: "C") { _ in
          let limit = Limit(file, full: false)
          limit.touch()
          limit.close()
        },
      ], steps: 20)
    add(.time("open", lanes[0], by: lanes[1]))
  }

  /// A restore under another form: of ten fields one is gone, one is new, one has another name, one
  /// another type and one other choices.
  func resolve() async throws {
    guard wants("restore.resolve") else { return }
    let count = 5_000
    let forms = ChangedForm(count)
    let store = store()
    let draft = try await store.save(
      DraftSnapshot(values: forms.values), schema: forms.writer,
      key: DraftKey("bench", owner: "ana")
    ).draft
    let options = RestoreOptions(policy: .salvage)
    let lanes = try await race(
      [
        Contestant(name: "resolve") { _ in
          guard
            case .restored = await store.restore(draft, schema: forms.reader, options: options)
          else { throw Unexpected("restore.resolve") }
        },
        Contestant(name: "restore.warm") { _ in
          guard case .restored = await store.restore(draft, schema: forms.writer) else {
            throw Unexpected("restore.warm")
          }
        },
      ], steps: 5)
    await store.close()
    add(.time("restore.resolve \(count)", lanes[0], by: lanes[1], atMost: 5))
  }
}

/// A form in two versions, with answers to the first.
private struct ChangedForm {
  let writer: DraftSchema
  let reader: DraftSchema
  let values: DraftObject

  init(_ count: Int) {
    writer = DraftSchema("bench", fields: (0..<count).compactMap { Self.field($0, isNew: false) })
    reader = DraftSchema(
      "bench",
      fields: (0..<count).compactMap { Self.field($0, isNew: true) }
        + (0..<count / 10).map { .init(FieldPath(["new", "field \($0)"]), .text) })
    values = DraftObject(
      stride(from: 0, to: count, by: 50).map { first in
        let members = (first..<min(first + 50, count)).map {
          DraftObject.Member("field \($0)", Self.value($0))
        }
        return DraftObject.Member("section \(first / 50)", .object(DraftObject(members)))
      })
  }

  private static func field(_ number: Int, isNew: Bool) -> DraftSchema.Field? {
    let section = "section \(number / 50)"
    let path = FieldPath([section, "field \(number)"])
    switch number % 10 {
    case 0: return isNew ? nil : .init(path, .text)
    case 1:
      let moved = FieldPath([section, "renamed \(number)"])
      return isNew ? .init(moved, .text, formerly: [path]) : .init(path, .text)
    case 2: return .init(path, isNew ? .decimal : .integer)
    case 3:
      let options = ["a", "b", isNew ? "d" : "c"].map { DraftSchema.Options.Option(.text($0)) }
      return .init(path, .choice, options: .init(options))
    default: return .init(path, .text)
    }
  }

  private static func value(_ number: Int) -> DraftValue {
    switch number % 10 {
    case 2: DraftValue(number)
    case 3: number % 20 == 3 ? "a" : "c"
    default: .text("an answer of some length, number \(number)")
    }
  }
}
