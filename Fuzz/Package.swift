// swift-tools-version: 6.2
import PackageDescription

// Built with `-sanitize=fuzzer` by `make fuzz`: that instruments everything and links libFuzzer.
let package = Package(
  name: "fuzz",
  platforms: [.iOS(.v17), .macOS(.v14)],
  dependencies: [.package(name: "FormDrafts", path: "..")],
  targets: [
    .target(name: "CFuzz"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzz",
        .product(name: "FormDrafts", package: "FormDrafts"),
        .product(name: "FormDraftsFormats", package: "FormDrafts"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
  ]
)
