// swift-tools-version: 6.2
import PackageDescription

/// The same language rules as the library's own.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "TerminalForm",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FormDrafts", path: "../..")],
  targets: [
    .executableTarget(
      name: "TerminalForm",
      dependencies: [
        .product(name: "FormDrafts", package: "FormDrafts"),
        .product(name: "FormDraftsFormats", package: "FormDrafts"),
      ],
      swiftSettings: strict)
  ]
)
