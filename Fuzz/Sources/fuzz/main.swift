import CFuzz

// fuzz TARGET [libFuzzer's arguments]
//
// Each target takes bytes as a hostile world would hand them over. A crash, a hang, memory without
// bounds and a broken promise (a trap below) are findings; an error is an answer.

let target = CommandLine.arguments.dropFirst().first ?? ""
guard let chosen = Target(rawValue: target) else {
  print("fuzz TARGET; targets: " + Target.allCases.map(\.rawValue).joined(separator: " "))
  exit(64)
}
Target.current = chosen

// libFuzzer is given the arguments without the target's name.
var arguments = CommandLine.arguments
arguments.remove(at: 1)
var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
var count = Int32(arguments.count)
let status = words.withUnsafeMutableBufferPointer { buffer -> Int32 in
  var start = buffer.baseAddress
  return LLVMFuzzerRunDriver(&count, &start) { bytes, size in
    Target.current.feed(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  }
}
exit(status)
