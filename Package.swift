// swift-tools-version: 6.2
import PackageDescription

/// One set of language rules for every target: errors as values are typed, existentials are
/// marked, imports say what they export, and async functions stay with their caller.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "FormDrafts",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "FormDrafts", targets: ["FormDrafts"]),
    .library(name: "FormDraftsFormats", targets: ["FormDraftsFormats"]),
    .library(name: "FormDraftsTesting", targets: ["FormDraftsTesting"]),
    .executable(name: "drafts", targets: ["drafts"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(name: "FormDraftsSQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "Migrations", path: "migrations",
      resources: [
        .embedInCode("0001_drafts.sql"), .embedInCode("0002_lifetimes.sql"),
        .embedInCode("0003_save_points.sql"),
      ],
      swiftSettings: strict),
    .target(
      name: "FormDrafts", dependencies: ["FormDraftsSQLite", "Migrations"],
      swiftSettings: strict),
    .target(name: "FormDraftsFormats", dependencies: ["FormDrafts"], swiftSettings: strict),
    .target(name: "FormDraftsTesting", dependencies: ["FormDrafts"], swiftSettings: strict),
    .target(
      name: "DraftsCommand", dependencies: ["FormDrafts", "FormDraftsFormats"],
      swiftSettings: strict),
    .executableTarget(name: "drafts", dependencies: ["DraftsCommand"], swiftSettings: strict),
    // Another process for the tests; not a product.
    .executableTarget(
      name: "StoreWorker", dependencies: ["FormDrafts", "FormDraftsSQLite"],
      path: "Tests/StoreWorker", swiftSettings: strict),
    // A process whose system calls can be made to fail. No test target depends on it: what stands
    // before the C library's functions must not be linked into the tests.
    .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/CFaults"),
    .executableTarget(
      name: "FaultWorker",
      dependencies: ["CFaults", "FormDrafts", "FormDraftsSQLite", "FormDraftsTesting"],
      path: "Tests/FaultWorker", swiftSettings: strict),
    .testTarget(
      name: "ProcessTests",
      dependencies: ["FormDrafts", "FormDraftsSQLite", "FormDraftsTesting", "StoreWorker"],
      swiftSettings: strict),
    .testTarget(
      name: "FormDraftsSQLiteTests", dependencies: ["FormDraftsSQLite"], swiftSettings: strict),
    .testTarget(
      name: "FormDraftsTests",
      dependencies: ["FormDrafts", "FormDraftsTesting", "FormDraftsSQLite", "Migrations"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "FormDraftsFormatsTests", dependencies: ["FormDraftsFormats"],
      swiftSettings: strict),
    .testTarget(
      name: "DraftsCommandTests",
      dependencies: ["DraftsCommand", "FormDraftsFormats", "FormDraftsTesting", "drafts"],
      swiftSettings: strict),
  ]
)
