import CPeer
import Foundation
import FormDrafts

/// A run of benchmarks: what was asked for, where it happens, what came out.
final class Bench {
  let options: Options
  var report: Report
  private let root: String
  private var made = 0

  init(_ options: Options) throws {
    self.options = options
    root = options.directory + "/FormDrafts-benchmark-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let date = Date().formatted(.iso8601)
    report = Report(machine: Self.machine, date: date, rounds: options.rounds)
  }

  /// Removes everything that was made.
  func close() { try? FileManager.default.removeItem(atPath: root) }

  /// A path in the scratch directory where nothing is.
  func path(_ name: String) -> String {
    made += 1
    return "\(root)/\(made)-\(name)"
  }

  func directory(_ name: String) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Whether a benchmark is asked for.
  func wants(_ name: String) -> Bool { options.filter.isEmpty || name.contains(options.filter) }

  func add(_ line: Line) {
    guard wants(line.name) || options.filter.contains(line.name.prefix { $0 != " " }) else {
      return
    }
    report.lines.append(line)
    if !options.isJSON { print(Report.text(of: line)) }
  }

  func note(_ text: String) {
    report.notes.append(text)
    if !options.isJSON { print("-- " + text) }
  }

  func race(
    _ contestants: [Contestant], rounds: Int? = nil, steps: Int
  ) async throws -> [Lane] {
    try await benchmark.race(contestants, rounds: rounds ?? options.rounds, steps: steps)
  }

  /// A store of this library that returns from a save as said.
  func store(full: Bool = false, at path: String? = nil) -> DraftStore {
    var environment = DraftEnvironment()
    environment.synchronisation = full ? .full : .normal
    return DraftStore(path: path ?? self.path("store"), environment: environment)
  }

  private static var machine: String {
    let info = ProcessInfo.processInfo
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = lines.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return "\(name ?? "unknown processor"), \(info.processorCount) processors, "
      + "\(info.operatingSystemVersionString), load \(load.prefix { $0 != " " })"
  }
}
