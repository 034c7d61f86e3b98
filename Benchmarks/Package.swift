// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "FormDrafts", path: "..")],
  targets: [
    // The same durable work in C on SQLite, and what the operating system counts.
    .target(
      name: "CPeer", cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "benchmark",
      dependencies: ["CPeer", .product(name: "FormDrafts", package: "FormDrafts")],
      swiftSettings: strict),
  ]
)
