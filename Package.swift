// swift-tools-version: 6.1
import PackageDescription

/// The fuzzer is built from the sources of a test target in place of it, where this variable is set (Tests/README.md).
let isFuzzing = Context.environment["NAVIGATION_FUZZ"] != nil
let fuzzed: [Target.Dependency] = ["HTTPMessages", "NavigationAPI", "NavigationJSON", "NavigationModel"]

/// Only these need SQLite's header and library; without the trait their files are empty.
let withSQLite: TargetDependencyCondition? = .when(traits: ["SQLite"])

/// Only these need libpq; without the trait their files are empty.
let withPostgreSQL: TargetDependencyCondition? = .when(traits: ["PostgreSQL"])

let package = Package(
  name: "navigation-server",
  // For the products that a Mac can build; only Linux is tested.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "navigation-server", targets: ["navigation-server"]),
    .executable(name: "navigation-bench", targets: ["navigation-bench"]),
    .library(name: "NavigationClient", targets: ["NavigationClient"]),
    .library(name: "NavigationModel", targets: ["NavigationModel"]),
  ],
  traits: [
    .default(enabledTraits: []),
    .trait(name: "SQLite", description: "Sessions that outlive the process, in a file; needs libsqlite3-dev"),
    .trait(
      name: "PostgreSQL",
      description: "Sessions that several servers share, on PostgreSQL; needs libpq-dev and pkg-config"),
  ],
  targets: [
    // The state machine and its JSON: no sockets, no clock, no store.
    .target(name: "WireText"),
    .target(name: "NavigationModel", dependencies: ["WireText"], exclude: ["README.md", "RULES.md"]),
    .target(name: "NavigationExploration", dependencies: ["NavigationModel"]),
    .target(name: "NavigationJSON", dependencies: ["NavigationModel", "WireText"]),
    // The contract that both sides of the wire share.
    .target(
      name: "NavigationAPI", dependencies: ["NavigationExploration", "NavigationJSON", "NavigationModel", "WireText"],
      exclude: ["README.md"]),

    // How a task waits.
    .target(name: "Waiting"),

    // The service: a function from a request to a response.
    .target(name: "SessionStorage", dependencies: ["Waiting", "NavigationAPI", "NavigationJSON", "NavigationModel"]),
    .systemLibrary(name: "CSQLite"),
    .target(
      name: "SQLiteStorage",
      dependencies: [
        "SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel",
        .target(name: "CSQLite", condition: withSQLite),
      ]),
    .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "PostgreSQLStorage",
      dependencies: [
        "SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel",
        .target(name: "CPostgreSQL", condition: withPostgreSQL),
      ], exclude: ["README.md"]),
    // Pictures of a session, and the files of the page that shows them as bytes in the binary.
    .target(name: "CInspector", exclude: ["Page", "picture.css"]),
    .target(name: "NavigationPicture", dependencies: ["NavigationJSON", "NavigationModel", "CInspector"]),
    // openapi.yaml, and the same as JSON, as bytes in the binary.
    .target(name: "COpenAPI", exclude: ["openapi.json", "llms.txt"]),
    .target(
      name: "NavigationService",
      dependencies: [
        "SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "HTTPMessages", "NavigationPicture",
        "NavigationExploration", "COpenAPI", "CInspector", "Waiting",
      ]),

    // HTTP/1.1: first as values and machines, then on sockets.
    .target(name: "HTTPMessages", dependencies: ["Waiting", "WireText"]),
    .systemLibrary(name: "CLinux"),
    .target(name: "HTTPServer", dependencies: ["HTTPMessages", "CLinux"]),

    // The client library. libcurl is for it alone: the server's products do not reach these two.
    .systemLibrary(name: "CCurl"),
    .target(
      name: "NavigationClient",
      dependencies: ["NavigationAPI", "NavigationJSON", "NavigationModel", "CCurl", "CLinux"],
      exclude: ["README.md"]),

    .executableTarget(
      name: "navigation-server",
      dependencies: [
        "HTTPServer", "CLinux", "HTTPMessages", "NavigationService", "SessionStorage", "NavigationAPI",
        "NavigationExploration", "NavigationJSON", "NavigationModel",
        .target(name: "SQLiteStorage", condition: withSQLite),
        .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
      ], exclude: ["README.md", "Package"]),
    .target(name: "CReferenceServer", exclude: ["database.sh", "inserts.sh", "node.js"]),
    .executableTarget(
      name: "navigation-bench", dependencies: ["CReferenceServer", "CLinux"], exclude: ["README.md"]),

    // What several test targets share.
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "ChildProcesses", dependencies: ["CLinux"], path: "Tests/ChildProcesses"),
    .target(
      name: "StoreKinds",
      dependencies: [
        "SessionStorage", "NavigationAPI", "NavigationModel", "SeededRandom", "ChildProcesses", "CLinux",
        .target(name: "SQLiteStorage", condition: withSQLite),
        .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
      ],
      path: "Tests/StoreKinds"),

    .testTarget(
      name: "NavigationModelTests",
      dependencies: ["NavigationModel", "NavigationJSON", "NavigationAPI", "SeededRandom"]),
    .testTarget(
      name: "NavigationExplorationTests",
      dependencies: ["NavigationExploration", "NavigationAPI", "NavigationJSON", "NavigationModel"]),
    .testTarget(name: "NavigationJSONTests", dependencies: ["NavigationJSON", "NavigationModel", "SeededRandom"]),
    .testTarget(
      name: "NavigationPictureTests",
      dependencies: ["NavigationPicture", "NavigationJSON", "NavigationModel", "SeededRandom"],
      exclude: ["Pictures"]),
    .testTarget(
      name: "NavigationAPITests",
      dependencies: [
        "NavigationAPI", "NavigationExploration", "NavigationPicture", "NavigationJSON", "NavigationModel",
      ]),
    .testTarget(
      name: "SessionStorageTests",
      dependencies: ["SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "StoreKinds", "Waiting"]),
    .testTarget(
      name: "SQLiteStorageTests", dependencies: [.target(name: "SQLiteStorage", condition: withSQLite)]),
    .testTarget(
      name: "PostgreSQLStorageTests",
      dependencies: [
        "SessionStorage", "NavigationAPI", "NavigationJSON", "NavigationModel", "StoreKinds",
        .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
      ]),
    .testTarget(
      name: "HTTPMessagesTests", dependencies: ["HTTPMessages", "SeededRandom", "Waiting"], exclude: ["Refused.txt"]),
    .testTarget(name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTPMessages", "Waiting"]),
    .testTarget(
      name: "NavigationServiceTests",
      dependencies: [
        "NavigationService", "NavigationPicture", "SessionStorage", "NavigationAPI", "NavigationJSON",
        "NavigationModel", "HTTPMessages", "Waiting",
        "SeededRandom", "StoreKinds", .target(name: "SQLiteStorage", condition: withSQLite),
        .target(name: "PostgreSQLStorage", condition: withPostgreSQL),
      ],
      exclude: ["Stores"]),
    .testTarget(
      name: "LiveServerTests",
      dependencies: [
        "NavigationClient", "NavigationAPI", "NavigationJSON", "NavigationModel", "SeededRandom",
        "ChildProcesses", "StoreKinds",
        .target(name: "SQLiteStorage", condition: withSQLite),
      ],
      exclude: ["Browser/Scripts", "Transcripts"]),
    .testTarget(name: "NavigationBenchTests", dependencies: ["navigation-bench", "CReferenceServer"]),
    isFuzzing
      ? .executableTarget(
        name: "Fuzzer", dependencies: fuzzed, path: "Tests/FuzzTests", exclude: ["CorpusTests.swift", "Corpus"])
      : .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["Fuzzer.swift", "Corpus"]),
    .testTarget(name: "ArchitectureTests"),
  ],
  swiftLanguageModes: [.v6]
)

// Their async functions run where their callers do: else each call switches executors, for 300 instructions.
for target in package.targets
where ["Waiting", "SessionStorage", "HTTPMessages", "HTTPServer", "NavigationService"].contains(target.name) {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
