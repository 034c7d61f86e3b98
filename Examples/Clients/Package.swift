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

/// One program for each client; what stands in for its library is a file of its own.
func client(_ name: String, _ products: String...) -> Target {
  .executableTarget(
    name: name,
    dependencies: (["FormDrafts"] + products).map { .product(name: $0, package: "FormDrafts") },
    swiftSettings: strict)
}

let package = Package(
  name: "Clients",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FormDrafts", path: "../..")],
  targets: [
    client("Formhaus", "FormDraftsFormats"),
    client("Composure", "FormDraftsFormats"),
    client("FormsKit"),
    client("ComposableForms", "FormDraftsTesting"),
    client("Plain"),
  ]
)
