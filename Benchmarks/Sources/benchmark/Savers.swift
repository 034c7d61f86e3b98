import CPeer
import Foundation
import FormDrafts

/// What a save benchmark asks of each contestant.
struct SaveWork {
  enum Way { case change, snapshot, none }

  var form: Workload
  var way = Way.change
  var full = false
  /// Fields in one save.
  var changes = 1
  var editsBig = false
  var keepsSavePoint = false
  /// After how many pages C copies its log back.
  var frames = 1_000

  func edit(_ step: Int) -> [(field: Int, value: String)] {
    form.edit(step, changes: changes, editsBig: editsBig)
  }
}

extension Bench {
  /// FormDrafts, through its public calls.
  func ours(_ work: SaveWork, named name: String = "FormDrafts") async throws -> Contestant {
    let store = store(full: work.full)
    let key = DraftKey("bench", owner: "ana")
    var snapshot = work.form.snapshot
    let schema = work.form.schema
    let paths = work.form.names.map { FieldPath([$0]) }
    var draft = try await store.save(snapshot, schema: schema, key: key).draft
    let savePoint: SavePoint.Reason? = work.keepsSavePoint ? .manual : nil
    var edit: [(field: Int, value: String)] = []
    return Contestant(name: name) { step in
      edit = work.way == .none ? [] : work.edit(step)
      // Above 50 save points each new one makes an old one go, which is another work.
      if work.keepsSavePoint, step % 40 == 0 {
        draft = try await store.save(work.form.snapshot, schema: schema, key: key).draft
      }
    } run: { _ in
      guard work.way == .change else {
        for (field, value) in edit { snapshot.values.members[field].value = .text(value) }
        try await store.save(snapshot, schema: schema, key: key, draft: draft, savePoint: savePoint)
        return
      }
      var edits = DraftEdits()
      for (field, value) in edit { edits.set(paths[field], to: .text(value)) }
      try await store.save(edits, schema: schema, key: key, draft: draft, savePoint: savePoint)
    } close: {
      await store.close()
    }
  }

  /// The same in C.
  ///
  /// - Parameter isGuarded: whether it also locks, looks, checksums and keeps a ledger as we do.
  func limit(_ work: SaveWork, isGuarded: Bool = false) -> Contestant {
    let name = isGuarded ? "C, guarded" : "C"
    let file = isGuarded ? "guarded.db" : "limit.db"
    let limit = Limit(
      path(file), full: work.full, frames: work.frames, isGuarded: isGuarded)
    limit.saveNew(1, work.form)
    var fields: [Int32] = []
    var values = Texts([])
    let whole = Texts(work.form.values)
    return Contestant(name: name) { step in
      let edit = work.edit(step)
      if work.way == .snapshot {
        for (field, value) in edit { whole.replace(field, by: value) }
      } else {
        fields = edit.map { Int32($0.field) }
        values = Texts(edit.map(\.value))
      }
    } run: { _ in
      if work.way == .snapshot {
        _ = limit.saveSnapshot(whole)
      } else {
        limit.save(fields: fields, values: values)
      }
    } close: {
      limit.close()
    }
  }

  /// A record appended to a file and synced: what a durable save costs at least.
  func append(_ work: SaveWork) -> Contestant {
    let file = peer_append_open(path("log"))
    var record = Texts([])
    return Contestant(name: "append+sync") { step in
      record = Texts(
        work.edit(step).map { #"{"f":"\#(work.form.names[$0.field])","v":"\#($0.value)"}"# + "\n" })
    } run: { _ in
      peer_append(file, record[0], true)
    } close: {
      peer_close_file(file)
    }
  }
}

/// What applications keep a draft in without this library.
private struct AppDraft: Codable {
  struct Field: Codable {
    var value: String
    var touched: Bool
    var dirty: Bool
  }

  var form = "bench"
  var step = "step-1"
  var savedAt = Date(timeIntervalSince1970: 1_700_000_000)
  var fields: [String: Field] = [:]

  init(_ form: Workload) {
    for (name, value) in zip(form.names, form.values) {
      fields[name] = Field(value: value, touched: false, dirty: false)
    }
  }
}

extension Bench {
  /// JSONEncoder and an atomic write; with both syncs that make it durable, if asked.
  func jsonFile(_ work: SaveWork) throws -> Contestant {
    let folder = try directory("json")
    let file = URL(fileURLWithPath: folder + "/draft.json")
    let encoder = JSONEncoder()
    var draft = AppDraft(work.form)
    var edit: [(field: Int, value: String)] = []
    return Contestant(name: "JSON file") { step in
      edit = work.edit(step)
    } run: { _ in
      for (field, value) in edit {
        draft.fields[work.form.names[field]] = .init(value: value, touched: true, dirty: true)
      }
      draft.savedAt = Date()
      try encoder.encode(draft).write(to: file, options: .atomic)
      guard work.full else { return }
      peer_sync_path(file.path)
      peer_sync_path(folder)
    }
  }

  /// A property list of keys and data that is written as a whole, as preferences are.
  func preferences(_ work: SaveWork) throws -> Contestant {
    let folder = try directory("plist")
    let file = URL(fileURLWithPath: folder + "/preferences.plist")
    let encoder = JSONEncoder()
    var draft = AppDraft(work.form)
    var edit: [(field: Int, value: String)] = []
    return Contestant(name: "plist") { step in
      edit = work.edit(step)
    } run: { _ in
      for (field, value) in edit {
        draft.fields[work.form.names[field]] = .init(value: value, touched: true, dirty: true)
      }
      draft.savedAt = Date()
      let all = ["draft": try encoder.encode(draft)]
      let list = try PropertyListSerialization.data(
        fromPropertyList: all, format: .binary, options: 0)
      try list.write(to: file, options: .atomic)
      guard work.full else { return }
      peer_sync_path(file.path)
      peer_sync_path(folder)
    }
  }
}
