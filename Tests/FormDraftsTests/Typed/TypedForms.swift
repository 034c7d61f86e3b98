import FormDrafts

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The forms that the tests of this folder share.
struct Trip: DraftForm {
  enum Travel: String, Codable, CaseIterable { case train, bus, bicycle }

  struct Address: Equatable {
    var street = ""
    var city = ""
  }

  struct Stop: Equatable {
    let id: UUID
    var place = ""
    var doorCode = ""
  }

  var title = ""
  var people = 1
  var begin: Date?
  var by: Travel? = .train
  var home = Address()
  var stops: [Stop] = []
  var tags: Set<String> = []
  var passcode = ""
  var note = "none"

  static let draftMapping = DraftMapping<Trip>("trip", version: "3") {
    DraftStep("what", title: "What") {
      DraftField("title", \.title).required().formerly("name")
      DraftField("people", \.people)
      DraftField("begin", \.begin)
      DraftField("by", \.by)
    }
    DraftStep("where", skippable: true, formerly: ["places"]) {
      DraftScope("home", \.home) {
        DraftField("street", \.street)
        DraftField("city", \.city).formerly("town").formerly(inForm: "city")
      }
      DraftList("stops", \.stops, id: \.id, new: { Stop(id: $0) }) {
        DraftField("place", \.place)
        DraftField("code", \.doorCode).secret()
      }
    }
    DraftField("tags", \.tags)
    DraftField("passcode", \.passcode)
    DraftField("note", \.note)
  }
}

/// Counts how often something was read; for one thread.
final class ReadCounter {
  var count = 0
}
