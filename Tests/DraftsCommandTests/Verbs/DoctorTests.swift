import DraftsCommand
import FormDrafts
import Foundation
import Testing

@Suite("drafts doctor, repair and backup")
struct DoctorTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test("Nothing wrong: where each database ends, a sentence, exit code 0")
  func sound() async throws {
    _ = try await shop.save("--owner", "ana")
    _ = try await shop.save()
    let outcome = await shop.run("doctor")
    #expect(outcome.code == 0)
    #expect(outcome.err == "")
    let lines = Outcome.shape(outcome.out).split(separator: "\n")
    #expect(lines.first?.hasPrefix("OWNER") == true)
    #expect(lines.dropFirst().first?.hasPrefix("-") == true || lines.count == 4)
    #expect(lines.last == "Nothing is wrong with 2 drafts.")
    let json = try await shop.run("doctor", "--json").json()
    guard case .object(let object) = json, case .list(let owners)? = object["owners"] else {
      return #expect(Bool(false), "no object")
    }
    #expect(object.members.map(\.name) == ["findings", "owners", "setAside", "drafts"])
    #expect(object["findings"] == .list([]))
    #expect(owners.count == 2)
    #expect(await shop.run("doctor", "--owner", "ana", "--nobody").code == 64)
  }

  @Test("No store is no answer, for each of the three")
  func noStore() async throws {
    for words in [["doctor"], ["repair"], ["backup", shop.file("copy")]] {
      let outcome = await shop.run(words: words)
      #expect(outcome.code == 2)
      #expect(outcome.out == "")
      #expect(outcome.err.contains("There is no store at"))
    }
    #expect(!FileManager.default.fileExists(atPath: shop.store))
  }

  @Test("One flipped byte: one draft, one answer, exit code 2; a repair keeps the rest; no values")
  func damage() async throws {
    let id = try await shop.save("--owner", "ana")
    let other = try await shop.save("--owner", "ana", values: #"{"name":"Bea"}"#)
    #expect(await shop.run("backup", shop.file("copy")).code == 0)
    try shop.patch(shop.database(), "\"Ana\"", with: "\"Exo\"")
    let doctor = await shop.run("doctor", "--json")
    #expect(doctor.code == 2)
    #expect(doctor.out.components(separatedBy: "damagedAnswer").count == 2)
    for outcome in [doctor, await shop.run("doctor")] {
      #expect(!outcome.out.contains("Exo"))
      #expect(!outcome.out.contains("Ana\""))
    }
    let backup = await shop.run("backup", shop.file("copy"))
    #expect(backup.code == 65)
    #expect(backup.err.contains("An older backup is as it was."))

    let planned = await shop.run("repair", "--dry-run")
    #expect(planned.code == 2)
    #expect(planned.out.contains("2 of 2 drafts of ana kept."))
    #expect(await shop.run("doctor").code == 2)
    let repair = await shop.run("repair", "--json")
    #expect(repair.code == 2)
    let text = repair.out
    #expect(text.contains("\"outcome\":\"partly\",\"lostAnswers\":1"))
    #expect(text.contains("\"outcome\":\"whole\""))
    #expect([id, other].allSatisfy { text.contains($0) })
    let after = await shop.run("doctor")
    #expect(after.code == 0)
    #expect(after.err.contains("A repair put this aside: "))
    #expect(await shop.run("repair").out == "Nothing is to be mended.\n")
    #expect(await shop.run("backup", shop.file("copy"), "--json").code == 0)
    let list = await shop.run(
      words: ["list", "--store", shop.file("copy"), "--json"])
    #expect(list.code == 0)
    #expect([id, other].allSatisfy { list.out.contains($0) })
  }

  @Test("What a repair put aside: a narrow purge says so, and purge --set-aside removes it")
  func setAside() async throws {
    _ = try await shop.save("--owner", "ana")
    try shop.patch(shop.database(), "\"Ana\"", with: "\"Exo\"")
    #expect(await shop.run("repair").code == 2)
    let doctor = await shop.run("doctor")
    #expect(doctor.err.contains("drafts purge --set-aside removes it."))
    let audit = await shop.run("audit", "--owner", "ana")
    #expect(audit.code == 2)
    #expect(audit.out.contains("What a repair put aside holds all that the owner had then."))
    let narrow = await shop.run("purge", "--owner", "ana", "--older-than", "90d", "--yes")
    #expect(narrow.code == 2)
    #expect(narrow.err.contains("Not yet erased: what a repair put aside may hold it still"))
    for other in ["--expired", "--new", "--form=f", "--older-than=1d", "--secrets-of=f.json"] {
      let mixed = await shop.run("purge", "--owner", "ana", "--set-aside", other, "--yes")
      #expect(mixed.code == 64)
    }
    let planned = await shop.run("purge", "--everyone", "--set-aside", "--dry-run")
    #expect(planned.code == 0)
    #expect(planned.out.hasPrefix("Would remove "))
    #expect(planned.out.hasSuffix(" that repairs put aside.\n"))
    let purge = await shop.run("purge", "--everyone", "--set-aside", "--yes", "--json")
    #expect(purge.code == 0)
    #expect(purge.out.contains("\"erasure\":\"complete\""))
    #expect(await shop.run("doctor").err == "")
    #expect(await shop.run("list", "--json").out.contains("\"owner\":\"ana\""))
  }

  @Test("A file that is no database: doctor says so, repair puts it aside, nothing crashes")
  func garbage() async throws {
    _ = try await shop.save("--owner", "ana")
    try Data("not a database at all, but long enough".utf8 + [UInt8](repeating: 7, count: 4_096))
      .write(to: URL(fileURLWithPath: shop.database()))
    let doctor = await shop.run("doctor")
    #expect(doctor.code == 2)
    #expect(doctor.out.contains("damagedDatabase"))
    let list = await shop.run("list")
    #expect(list.code != 0)
    let nameless = await shop.run("repair")
    #expect(nameless.code == 2)
    #expect(nameless.out.contains("does not say whose it is. Nothing was changed. Name the owner"))
    let repair = await shop.run("repair", "--owner", "ana")
    #expect(repair.code == 2)
    #expect(repair.out.contains("ana: No draft can be read; 1 save was acknowledged."))
    #expect(repair.out.contains("The damaged database lies at "))
    #expect(await shop.run("doctor").code == 0)
  }
}
