// swift-tools-version: 6.1
import PackageDescription

/// The fuzzer is built from the sources of a test target in place of it, where this variable is set (Tests/README.md).
let isFuzzing = Context.environment["NAVIGATION_FUZZ"] != nil
let fuzzed: [Target.Dependency] = ["HTTPMessages", "Navigation"]

/// Only these need SQLite's header and library; without the trait their files are empty.
let withSQLite: TargetDependencyCondition? = .when(traits: ["SQLite"])

/// Only these need libpq; without the trait their files are empty.
let withPostgreSQL: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

/// Whether what needs Linux is there, too. On a Mac it is left out, as it is with this variable, for the test that looks
/// at what is left.
#if os(Linux)
let isLinux = Context.environment["NAVIGATION_MAC"] == nil
#else
let isLinux = false
#endif

/// What a Mac builds as well; `.ci/mac` checks it.
let products: [Product] = [
  .executable(name: "navigation", targets: ["NavigationTool"]),
  .library(name: "Navigation", targets: ["Navigation"]),
  .library(name: "NavigationPicture", targets: ["NavigationPicture"]),
]

let productsOfLinux: [Product] = [
  .executable(name: "navigation-server", targets: ["navigation-server"]),
  .executable(name: "navigation-bench", targets: ["navigation-bench"]),
  .library(name: "NavigationClient", targets: ["NavigationClient"]),
]

let targets: [Target] = [
  // The library: the state machine, its exploration, its JSON, the contract, and reports. No sockets, no clock, no store.
  .target(name: "WireText"),
  .target(
    name: "Navigation", dependencies: ["WireText"],
    exclude: ["API/README.md", "Model/README.md", "Model/RULES.md", "README.md"]),

  // Pictures of a session, with their stylesheet as bytes in the binary.
  .target(name: "CPictureStyle", exclude: ["picture.css"]),
  .target(name: "NavigationPicture", dependencies: ["Navigation", "CPictureStyle"]),

  // The commands that need no server. The program is not named after its product: on a Mac's disk that is `Navigation`.
  .target(name: "Commands", dependencies: ["Navigation", "NavigationPicture"], exclude: ["README.md"]),
  .executableTarget(name: "NavigationTool", dependencies: ["Commands"]),

  // What several test targets share.
  .target(name: "SeededRandom", path: "Tests/SeededRandom"),
  .target(name: "PatchedJSON", dependencies: ["Navigation"], path: "Tests/PatchedJSON"),
  .target(name: "TreeSketch", dependencies: ["Navigation"], path: "Tests/TreeSketch"),

  .testTarget(name: "NavigationModelTests", dependencies: ["Navigation", "SeededRandom", "TreeSketch"]),
  .testTarget(name: "NavigationExplorationTests", dependencies: ["Navigation", "SeededRandom", "TreeSketch"]),
  .testTarget(name: "NavigationVerificationTests", dependencies: ["Navigation"]),
  .testTarget(name: "NavigationWayTests", dependencies: ["Navigation"]),
  // With what an app copies to be recorded, the half of it without UIKit; `.ci/mac` typechecks the other.
  .testTarget(name: "RecordingTests", dependencies: ["Navigation", "SeededRandom"]),
  .testTarget(name: "NavigationJSONTests", dependencies: ["Navigation", "PatchedJSON", "SeededRandom", "TreeSketch"]),
  .testTarget(
    name: "NavigationPictureTests",
    dependencies: ["NavigationPicture", "Navigation", "SeededRandom", "TreeSketch"],
    exclude: ["Pictures"]),
  .testTarget(name: "NavigationAPITests", dependencies: ["Navigation", "NavigationPicture", "TreeSketch"]),
  .testTarget(name: "CommandsTests", dependencies: ["Commands", "Navigation", "NavigationPicture"]),
]

let targetsOfLinux: [Target] = [
  // How a task waits.
  .target(name: "Waiting"),

  // The service: a function from a request to a response.
  .target(name: "SessionStorage", dependencies: ["Waiting", "Navigation"], exclude: ["README.md"]),
  .systemLibrary(name: "CSQLite"),
  .target(
    name: "SQLiteStorage",
    dependencies: ["SessionStorage", "Navigation", .target(name: "CSQLite", condition: withSQLite)],
    exclude: ["README.md"]),
  .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  .target(
    name: "PostgreSQLStorage",
    dependencies: ["SessionStorage", "Navigation", .target(name: "CPostgreSQL", condition: withPostgreSQL)],
    exclude: ["README.md"]),
  // The files of the page that shows sessions, as bytes in the binary.
  .target(name: "CInspector", exclude: ["Page", "README.md"]),
  // openapi.yaml, and the same as JSON, as bytes in the binary.
  .target(name: "COpenAPI", exclude: ["openapi.json", "llms.txt"]),
  .target(
    name: "NavigationService",
    dependencies: [
      "SessionStorage", "Navigation", "HTTPMessages", "NavigationPicture", "COpenAPI", "CInspector", "Waiting",
    ]),

  // HTTP/1.1: first as values and machines, then on sockets.
  .target(name: "HTTPMessages", dependencies: ["Waiting", "WireText"]),
  .systemLibrary(name: "CLinux"),
  .target(name: "HTTPServer", dependencies: ["HTTPMessages", "CLinux", "Waiting"], exclude: ["README.md"]),

  // The client library. libcurl is for it alone: the server's products do not reach these two.
  .systemLibrary(name: "CCurl"),
  .target(
    name: "NavigationClient",
    dependencies: ["Navigation", "CCurl", "CLinux"],
    exclude: ["README.md"]),

  .executableTarget(
    name: "navigation-server",
    dependencies: [
      "Commands", "HTTPServer", "CLinux", "HTTPMessages", "NavigationService", "SessionStorage", "Navigation",
      .target(name: "SQLiteStorage", condition: withSQLite),
      .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
    ], exclude: ["README.md", "Package"]),
  .target(name: "CReferenceServer", exclude: ["database.sh", "inserts.sh", "node.js", "server.go"]),
  .executableTarget(
    name: "navigation-bench", dependencies: ["CReferenceServer", "CLinux"], exclude: ["README.md"]),

  // What several of their test targets share.
  .target(name: "ChildProcesses", dependencies: ["CLinux"], path: "Tests/ChildProcesses"),
  .target(
    name: "StoreKinds",
    dependencies: [
      "SessionStorage", "Navigation", "SeededRandom", "ChildProcesses", "CLinux",
      .target(name: "SQLiteStorage", condition: withSQLite),
      .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
    ],
    path: "Tests/StoreKinds"),

  .testTarget(
    name: "SessionStorageTests",
    dependencies: ["SessionStorage", "Navigation", "StoreKinds", "Waiting", "CLinux"]),
  .testTarget(
    name: "SQLiteStorageTests", dependencies: [.target(name: "SQLiteStorage", condition: withSQLite)]),
  .testTarget(
    name: "PostgreSQLStorageTests",
    dependencies: [
      "SessionStorage", "Navigation", "StoreKinds", "TreeSketch",
      .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
    ]),
  .testTarget(
    name: "HTTPMessagesTests", dependencies: ["HTTPMessages", "SeededRandom", "Waiting"], exclude: ["Refused.txt"]),
  .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTPMessages", "Waiting"]),
  .testTarget(
    name: "NavigationServiceTests",
    dependencies: [
      "NavigationService", "NavigationPicture", "SessionStorage", "Navigation", "HTTPMessages", "Waiting",
      "SeededRandom", "PatchedJSON", "StoreKinds", .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
    ]),
  .testTarget(
    name: "LiveServerTests",
    dependencies: [
      "NavigationClient", "Navigation", "SeededRandom", "ChildProcesses", "StoreKinds", "TreeSketch",
      .target(name: "SQLiteStorage", condition: withSQLite),
    ],
    exclude: ["Browser/Scripts", "Transcripts"]),
  .testTarget(name: "NavigationBenchTests", dependencies: ["navigation-bench", "CReferenceServer"]),
  isFuzzing
    ? .executableTarget(
      name: "Fuzzer", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["CorpusTests.swift", "Corpus"])
    : .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["Fuzzer.swift", "Corpus"]),
  .testTarget(name: "ArchitectureTests"),
]

let package = Package(
  name: "navigation-server",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: products + (isLinux ? productsOfLinux : []),
  traits: [
    .default(enabledTraits: []),
    .trait(name: "SQLite", description: "Sessions that outlive the process, in a file; needs libsqlite3-dev"),
    .trait(
      name: "PostgreSQL",
      description: "Sessions that several servers share, on PostgreSQL; needs libpq-dev and pkg-config"),
  ],
  targets: targets + (isLinux ? targetsOfLinux : []),
  swiftLanguageModes: [.v6]
)

// Their async functions run where their callers do: else each call switches executors, for 300 instructions.
for target in package.targets
where ["Waiting", "SessionStorage", "HTTPMessages", "HTTPServer", "NavigationService"].contains(target.name) {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
