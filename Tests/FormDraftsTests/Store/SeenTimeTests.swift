import FormDraftsTesting
import Testing

@testable import FormDrafts

@Suite("Seen time")
struct SeenTimeTests {
  @Test("never believes more than passed, if each wrong clock is set right within a day")
  func wrongClocks() {
    for seed in 0..<200 as Range<UInt64> {
      var random = Seeded(seed)
      var real: Int64 = 1_700_000_000_000
      var seen = SeenTime(seen: real)
      for _ in 0..<200 {
        real += Int64.random(in: 0...3 * SeenTime.confirmation, using: &random)
        seen.look(at: real)
        #expect(seen.believed <= real)
        guard Bool.random(using: &random) else { continue }
        // Wrong for less than a day, looked at now and then, and seen to be right afterwards.
        let wrong = Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
        var left = SeenTime.confirmation - 1
        while left > 0 {
          seen.look(at: real + wrong)
          #expect(seen.believed <= real)
          let step = Int64.random(in: 1...left, using: &random)
          real += step
          left -= step
        }
        seen.look(at: real)
        #expect(seen.believed <= real)
      }
    }
  }

  @Test("believes what it saw a day ago")
  func believes() {
    var seen = SeenTime(seen: 1_000)
    seen.look(at: 1_000 + SeenTime.confirmation - 1)
    #expect(!seen.hasPassed(1_000, now: .max))
    seen.look(at: 1_000 + SeenTime.confirmation)
    #expect(seen.hasPassed(1_000, now: .max))
    #expect(!seen.hasPassed(1_001, now: .max))
    #expect(!seen.hasPassed(1_000, now: 999))
  }
}
