import FormDrafts
import Observation

// example: plain
struct Note: DraftForm {
  var title = "", text = ""
  static let draftMapping = DraftMapping<Self>("note") {
    DraftField("title", \.title)
    DraftField("text", \.text)
  }
}

@MainActor @Observable
final class NoteEditor {  // a view binds to editor.note
  var note = Note()
}
// end

@main
@MainActor
struct Plain {
  static func main() async throws {
    let store = try DraftStore.temporary()  // an app: DraftStore(app: "MyApp")
    try await takeOver(into: store)
    try await type(into: store)
    try await comeBack(to: store)
    print("Left in the store:", try await store.list().count)
    await store.close()
  }

  static func takeOver(into store: DraftStore) async throws {
    var kept: Note? = Note(title: "Harbour")  // wherever the app kept it until now
    // example: plain-bring-in
    if let old = kept {
      try await store.bringIn(old, owner: "ana") { kept = nil }
    }
    // end
    print("Taken over: \(try await store.list().count) draft. Old place empty: \(kept == nil)")
  }

  static func type(into store: DraftStore) async throws {
    // example: plain-open
    let editor = NoteEditor()
    let draft = DraftSession(following: editor, \.note, in: store, owner: "ana")
    try await draft.open()
    // end
    editor.note.text = "The third"
    await draft.close()  // the window goes; half a second of quiet would have saved it, too
    print("Typed half a text. \(draft.state.sentence)")
  }

  static func comeBack(to store: DraftStore) async throws {
    let editor = NoteEditor()
    let draft = DraftSession(following: editor, \.note, in: store, owner: "ana")
    try await draft.open()
    print("Came back: “\(editor.note.title)”, “\(editor.note.text)”")
    editor.note.text = "The third bell at noon."
    // example: plain-submit
    try await draft.submit { attempt in
      print("Sending “\(attempt.form.text)”")  // a throw keeps the draft
    }
    // end
    print("After that: \(draft.state.sentence)")
  }
}
