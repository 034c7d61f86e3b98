// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "restore-benchmark",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [.package(name: "FormDrafts", path: "../..")],
  targets: [
    .executableTarget(
      name: "restore-benchmark",
      dependencies: [.product(name: "FormDrafts", package: "FormDrafts")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ])
  ]
)
