@testable import FormDrafts

/// The same form in the app's next version, and a confirmation the store never keeps.
struct LaterVisit: DraftForm {
  var name = ""
  var notes = ""
  var password = ""
  var confirm = ""
  var count = 0
  var nickname: String?
  var extra = ""
  var later: String?

  static let draftMapping = DraftMapping<Self>("visit") {
    DraftField("name", \.name)
    DraftField("notes", \.notes)
    DraftField("password", \.password)
    DraftField("confirm", \.confirm)
    DraftField("count", \.count)
    DraftField("nickname", \.nickname)
    DraftField("extra", \.extra)
    DraftField("later", \.later)
  }
}
