import FormDrafts

// A restore under the form a draft was saved under, and under another one, through the public API:
//
//   swift run -c release --package-path Benchmarks/restore restore-benchmark [fields] [rounds]
//
// The two take turns, so that whatever else the machine does meets both alike. In the other form
// one field in ten is gone, one is new, one has another name, one another type and one other
// choices.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5_000
let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 31

func field(_ number: Int, isNew: Bool) -> DraftSchema.Field? {
  let path = FieldPath(["section \(number / 50)", "field \(number)"])
  switch number % 10 {
  case 0: return isNew ? nil : .init(path, .text)
  case 1:
    let moved = FieldPath(["section \(number / 50)", "renamed \(number)"])
    return isNew ? .init(moved, .text, formerly: [path]) : .init(path, .text)
  case 2: return .init(path, isNew ? .decimal : .integer)
  case 3:
    let options = ["a", "b", isNew ? "d" : "c"].map { DraftSchema.Options.Option(.text($0)) }
    return .init(path, .choice, options: .init(options))
  default: return .init(path, .text)
  }
}

func value(_ number: Int) -> DraftValue {
  switch number % 10 {
  case 2: DraftValue(number)
  case 3: number % 20 == 3 ? "a" : "c"
  default: .text("an answer of some length, number \(number)")
  }
}

let writer = DraftSchema("bench", fields: (0..<count).compactMap { field($0, isNew: false) })
let reader = DraftSchema(
  "bench",
  fields: (0..<count).compactMap { field($0, isNew: true) }
    + (0..<count / 10).map { .init(FieldPath(["new", "field \($0)"]), .text) })
var sections: [DraftObject.Member] = []
for section in 0..<(count + 49) / 50 {
  let members = (section * 50..<min(section * 50 + 50, count)).map {
    DraftObject.Member("field \($0)", value($0))
  }
  sections.append(.init("section \(section)", .object(DraftObject(members))))
}
let store = try DraftStore.temporary()
let draft = try await store.save(
  DraftSnapshot(values: DraftObject(sections)), schema: writer,
  key: DraftKey("bench", owner: .nobody)
).draft

let clock = ContinuousClock()
var warm: [Duration] = []
var resolved: [Duration] = []
let options = RestoreOptions(policy: .salvage)
for round in 0..<rounds + 3 {
  let start = clock.now
  guard case .restored = await store.restore(draft, schema: writer) else { fatalError("warm") }
  let middle = clock.now
  guard case .restored = await store.restore(draft, schema: reader, options: options) else {
    fatalError("resolve")
  }
  guard round >= 3 else { continue }
  warm.append(middle - start)
  resolved.append(clock.now - middle)
}
await store.close()

func milliseconds(_ duration: Duration) -> Double {
  let (seconds, attoseconds) = duration.components
  return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
}

func median(_ times: [Duration]) -> Double { milliseconds(times.sorted()[times.count / 2]) }

func shown(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

let (one, other) = (median(warm), median(resolved))
print("\(count) fields, \(rounds) rounds, medians")
print("restore.warm     \(shown(one)) ms")
print("restore.resolve  \(shown(other)) ms, \(shown(other / one)) times")
