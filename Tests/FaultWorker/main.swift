import CFaults

// Another process for the reliability tests, in which the calls of the system and of SQLite can be
// made to fail (see CFaults.h). Each order is a whole suite, given as arguments; it says what it
// found line by line:
//
//   violation TEXT   something that must not be
//   count NAME N     how often something was done
//   note TEXT        what a person wants to read
//
//   faults WORK STRIDE [KIND] FIXTURES   every fault at every call of a piece of work (each
//                                 STRIDE-th run); KIND: only those whose names begin so
//   kills WORK STRIDE FIXTURES    the process killed before and after every change of the disk
//   step-kills WORK STRIDE FIXTURES  the same, after every step of SQLite
//   die WORK DIRECTORY KIND N ACTION FIXTURES  one of those: dies, or ends when all is done
//   power-loss SYNCHRONISATION STRIDE  the disk as a power loss may leave it, at every call
//   cut STRIDE                    the log cut at every byte of its last three transactions
//   flips COUNT SEED WHERE        random bits of the database or of its log
//   full SMALL                    a disk that is full at every size
//   denied                        files that cannot be opened for a while
//   strangers                     no file is written outside of the store
//
// DRAFTS_RIG names a directory to work in.

_ = faults_take_memory()
let words = Array(CommandLine.arguments.dropFirst())

func number(_ index: Int) -> Int { words.indices.contains(index) ? Int(words[index]) ?? 0 : 0 }

let rig = try Rig(fixtures: words.last ?? "")
switch words.first {
case "faults":
  try await FaultSuite(rig, Work.named(words[1]))
    .run(stride: number(2), kind: words.count > 4 ? words[3] : "")
case "kills":
  try await KillSuite(rig, Work.named(words[1]), kind: FAULTS_CHANGE).run(stride: number(2))
case "step-kills":
  try await KillSuite(rig, Work.named(words[1]), kind: FAULTS_STEP).run(stride: number(2))
case "die":
  try await KillSuite.die(
    Work.named(words[1]), in: words[2], kind: number(3), at: number(4), action: number(5), rig)
case "power-loss":
  try await PowerLossSuite(rig, isFull: words[1] == "full").run(stride: number(2))
case "cut": try await CutSuite(rig).run(stride: number(1))
case "flips":
  try await FlipSuite(rig, isLog: words[3] == "log").run(count: number(1), seed: UInt64(number(2)))
case "full": try await FullSuite(rig).run(stride: number(1))
case "denied": try await DeniedSuite(rig).run()
case "strangers": try await StrangerSuite(rig).run()
default:
  rig.violation("unknown order")
}
rig.finish()
