import Foundation

@testable import FormDrafts

/// A form whose types read less than another version of the app has stored.
struct Tour: DraftForm, Equatable {
  struct Point: Codable, Equatable { var x = 0, y = 0 }

  struct Login: Codable, Equatable { var user = "", password = "" }

  struct Stop: Equatable {
    var id: UUID
    var name = ""
    var point = Point()
    var login = Login()
  }

  struct Place: Equatable {
    var link = URL(string: "a:")
    var point = Point()
  }

  var name = ""
  var point = Point()
  var points: [Point] = []
  var map: [String: Point] = [:]
  var tags: Set<String> = []
  var price = 0.0
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var place = Place()
  var stops: [Stop] = []

  static let draftMapping = DraftMapping<Self>("visit") {
    DraftField("name", \.name)
    DraftField("point", \.point)
    DraftField("points", \.points)
    DraftField("map", \.map)
    DraftField("tags", \.tags)
    DraftField("price", \.price)
    DraftField("when", \.when)
    DraftScope("place", \.place) {
      DraftField("link", \.link)
      DraftField("point", \.point)
    }
    DraftList("stops", \.stops, id: \.id, new: { Stop(id: $0) }) {
      DraftField("name", \.name)
      DraftField("point", \.point)
      DraftField("login", \.login)
    }
  }
}
