import FormDrafts
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The executable and other processes, limits, permissions", .serialized)
struct SafetyTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func save(_ words: String = "") throws -> String {
    let saved = try shop.shell(
      "drafts save --schema signup.json --values answers.json --json \(words)")
    return try #require(try saved.json().text("draft"))
  }

  /// Field report 87.
  @Test(
    "Files are 0600 and directories 0700, whatever the umask", arguments: ["022", "000", "077"])
  func permissions(mask: String) throws {
    let run = try shop.shell(
      """
      umask \(mask); set -e
      drafts save --schema signup.json --owner ana --values answers.json --json > id
      drafts save --schema signup.json --values answers.json
      drafts list
      drafts export --output out.jsonl
      drafts import out.jsonl --store second
      drafts purge --nobody --yes
      find store second out.jsonl -perm /077
      find store second -type f ! -perm 600; find store second -type d ! -perm 700
      stat -c %a out.jsonl
      """)
    #expect(run.code == 0, "\(run.err)")
    let last = run.out.split(separator: "\n").drop { !$0.hasPrefix("Removed") }.dropFirst()
    #expect(Array(last) == ["600"])
  }

  @Test(
    "An export that does not fit leaves what was there, and nothing else",
    .disabled(
      if: ProcessInfo.processInfo.environment["FORMDRAFTS_SANITIZER"] == "thread",
      "the thread sanitizer writes a file of its own and dies under a limit of file sizes"))
  func exportTooLarge() throws {
    try shop.write("answers.json", #"{"name":"\#(String(repeating: "a", count: 100_000))"}"#)
    for _ in 0..<4 { _ = try save() }
    // A limit of file sizes is a full disk for the export, after its first bytes: the store's own
    // 32 KiB of shared memory fit, the drafts do not.
    let run = try shop.shell(
      """
      echo old > out.jsonl
      (ulimit -f 200; drafts export --output out.jsonl); echo $?
      (ulimit -f 200; drafts export --output fresh.jsonl --json); echo $?
      (ulimit -f 1; drafts export --output fresh.jsonl) > /dev/null 2>&1; echo $?
      cat out.jsonl; ls | grep -c -e fresh -e part
      """)
    #expect(run.out == "74\n74\n74\nold\n0\n")
    let lines = run.err.split(separator: "\n")
    #expect(
      lines.first?.contains("“out.jsonl” could not be written: write: File too large.") == true)
    #expect(lines.last?.hasPrefix(#"{"error":{"code":""#) == true)
  }

  @Test("A file that may not be read: exit code 77, the store untouched")
  func unreadable() throws {
    guard geteuid() != 0 else { return }  // nothing is unreadable to root
    let run = try shop.shell(
      """
      chmod 000 answers.json
      drafts save --schema signup.json --values answers.json; echo $?
      """)
    #expect(run.out == "77\n")
    #expect(run.err.contains("Permission denied"))
    #expect(shop.contents().isEmpty)
  }

  /// Field report 55.
  @Test("A store of a later version: exit code 76 where one draft is asked for; no byte changed")
  func newer() throws {
    let id = try save()
    let database = try shop.database()
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: database)))
    bytes.replaceSubrange(60..<64, with: [0, 0, 3, 0xE7])  // user_version = 999
    try shop.write(absolute: database, bytes)
    let before = shop.contents()
    for words in ["show \(id)", "restore \(id)", "export \(id)", "discard \(id) --yes"] {
      let outcome = try shop.shell("drafts \(words) --json")
      #expect(outcome.code == 76, "\(words)")
      #expect(outcome.out == "")
      #expect(outcome.err.contains(#""code":"newerStore""#))
      #expect(outcome.err.contains("999"))
    }
    let save = try shop.shell("drafts save --schema signup.json --values answers.json")
    #expect(save.code == 76)
    #expect(save.out == "")
    #expect(shop.contents() == before)
  }

  /// Field report 31.
  @Test(
    "What is no store is refused with its exit code and left as it is",
    arguments: [
      ("mkdir store; echo x > store/file", 77), ("echo x > store", 77), ("ln -s /tmp store", 77),
      ("mkfifo store", 77),
    ])
  func notOurs(script: String, code: Int32) throws {
    _ = try shop.shell(script)
    let before = try shop.shell("ls -lR store").out
    for words in [
      "list", "list --json", "save --schema signup.json --values answers.json",
      "purge --everyone --yes", "export", "show 3f2a",
    ] {
      let outcome = try shop.shell("drafts \(words)")
      #expect(outcome.code == code, "\(words)")
      #expect(outcome.out == "")
      #expect(!outcome.err.isEmpty)
    }
    #expect(try shop.shell("ls -lR store").out == before)
  }

  @Test("A store that cannot be created: exit code 73")
  func cannotCreate() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self") else { return }
    let outcome = try shop.shell(
      "drafts save --store /proc/no/store --schema signup.json --values answers.json")
    #expect(outcome.code == 73)
    #expect(outcome.out == "")
    #expect(outcome.err.contains("cannot be created"))
  }

  /// Field report 131.
  @Test("Processes that save the same draft wait for each other; none is refused")
  func sameDraft() throws {
    let id = try save()
    let writer = """
      for i in 1 2 3 4 5 6 7 8; do
        echo "{\\"name\\":\\"WHO $i\\"}" | drafts save --draft \(id) --values - --json || exit $?
      done
      """
    let processes = try ["A", "B", "C"].map { try shop.process(writer.replacing("WHO", with: $0)) }
    let outcomes = try processes.map { try $0.outcome() }
    #expect(outcomes.map(\.code) == [0, 0, 0])
    #expect(outcomes.map(\.err) == ["", "", ""])
    let revisions = try outcomes.flatMap { outcome in
      try outcome.out.split(separator: "\n").map { line in
        try DraftValue(json: Array(line.utf8))["revision"] ?? .null
      }
    }
    #expect(Set(revisions) == Set((2...25).map { DraftValue($0) }))
    let list = try shop.shell("drafts list --json").json().items
    #expect(list.count == 1)
    #expect(list.first?["revision"] == 25)
  }

  @Test("Processes that make drafts and purge do not disturb each other's owners")
  func otherOwners() throws {
    let kept = try shop.process(
      """
      for i in 1 2 3 4 5 6; do
        drafts save --schema signup.json --values answers.json --owner kept || exit $?
      done
      """)
    let purged = try shop.process(
      """
      for i in 1 2 3 4 5 6; do
        drafts save --schema signup.json --values answers.json --owner gone || exit $?
        drafts purge --owner gone --yes || exit $?
      done
      """)
    #expect(try kept.outcome().code == 0)
    #expect(try purged.outcome().code == 0)
    let list = try shop.shell("drafts list --json").json().items
    #expect(list.map { $0.text("owner") } == Array(repeating: "kept", count: 6))
  }

  @Test("With --based-on one of two processes wins, the other gets a conflict")
  func race() throws {
    let id = try save()
    let words = "drafts save --draft \(id) --based-on 1 --values - --json"
    let processes = try ["A", "B"].map {
      try shop.process(words, input: #"{"name":"\#($0)"}"#)
    }
    let codes = try processes.map { try $0.outcome().code }
    #expect(Set(codes) == [0, 2])
  }

  @Test("After a purge a new process starts clean")
  func afterPurge() throws {
    let id = try save("--owner ana")
    #expect(try shop.shell("drafts purge --owner ana --yes").code == 0)
    let late = try shop.shell("drafts save --draft \(id) --values answers.json")
    #expect(late.code == 2)
    _ = try save("--owner ana")
    #expect(try shop.shell("drafts list --json").json().items.count == 1)
  }

  /// Field report 161: “kill at 50 %: nothing or all”.
  @Test(
    "An import of many owners killed on its way is all there or not at all",
    arguments: [1, 2, 5, 9, 14, 19])
  func killedImport(owners: Int) throws {
    let id = try save()
    let line = try shop.shell("drafts export \(id)").out
    let lines = (0..<20).map { index in
      line.replacing(id.suffix(12), with: "0000000000" + (index < 10 ? "0\(index)" : "\(index)"))
        .replacing(#""owner":null"#, with: #""owner":"o\#(index)""#)
    }
    try shop.write("many.jsonl", lines.joined())
    // Killed when so many owners have their directory: by progress, not by time.
    let run = try shop.shell(
      """
      drafts import many.jsonl --store second & pid=$!
      until [ "$(ls second/owners 2>/dev/null | grep -c -v -e new -e ended)" -ge \(owners) ]
      do kill -0 $pid 2>/dev/null || break; done
      kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; true
      """)
    #expect(run.code == 0)
    let list = try shop.shell("drafts list --json --store second")
    #expect(list.code == 0)
    let count = try list.json().items.count
    #expect(count == 0 || count == 20)
    let again = try shop.shell("drafts import many.jsonl --store second --json")
    #expect(again.code == 0)
    let left = try again.json()
    #expect((left["added"]?.items.count ?? 0) + count == 20)
    #expect(try shop.shell("drafts list --json --store second").json().items.count == 20)
    #expect(try shop.shell("ls second").out.split(separator: "\n") == ["owners", "store.id"])
  }
}
