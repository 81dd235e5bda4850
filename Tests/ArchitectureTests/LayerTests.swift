import Foundation
import Testing

/// Who may know whom.
@Suite struct LayerTests {
  private let declared: [String: Set<String>]

  init() throws { declared = try Layer.declared.get() }

  /// By the names of the targets: `navigation-bench` is the module `navigation_bench`.
  private func imports(of targets: Set<String>) -> Set<String> {
    let files = (SourceTree.sources + SourceTree.tests).filter { targets.contains($0.target) }
    return Set(files.flatMap(\.imports).map { $0.replacing("_", with: "-") })
  }

  @Test func `there are files to look at`() {
    #expect(SourceTree.sources.count > 100 && SourceTree.tests.count > 30)
  }

  @Test func `a target imports all that the manifest declares, and nothing else of the package`() {
    for (target, own) in declared {
      #expect(imports(of: [target]).intersection(declared.keys) == own, "\(target)")
    }
  }

  @Test(arguments: Layer.all) func `a target imports the modules of its row`(_ layer: Layer) {
    #expect(imports(of: [layer.target]).subtracting(declared.keys) == layer.system)
  }

  @Test func `the table goes upwards`() {
    var known: Set<String> = []
    for layer in Layer.all {
      #expect(declared[layer.target]?.isSubset(of: known) == true, "\(layer.target)")
      #expect(known.insert(layer.target).inserted, "\(layer.target) has two rows")
    }
    #expect(Set(declared.keys).subtracting(SourceTree.tests.map(\.target)) == known)
  }

  /// The libraries for other packages, with all modules of the toolchain and the system that each depends on.
  @Test(
    arguments: [
      ("Navigation", ["FoundationEssentials"]), ("NavigationPicture", ["FoundationEssentials"]),
      ("NavigationClient", ["FoundationEssentials", "Glibc", "Synchronization"]),
    ]
      as [(String, Set<String>)])
  func `a library brings no more than this`(product: String, system: Set<String>) throws {
    let package = try #require(SourceTree.text("Package.swift"))
    #expect(package.contains(".library(name: \"\(product)\", targets: [\"\(product)\"])"))
    var targets: Set<String> = [product]
    while true {
      let below = targets.reduce(into: targets) { $0.formUnion(declared[$1] ?? []) }
      if below == targets { break }
      targets = below
    }
    #expect(imports(of: targets).subtracting(targets) == system)
  }

  /// `SessionStore` makes the one in memory.
  @Test func `the store's suites run on every backend`() {
    let backends = SourceTree.sources.flatMap(\.code).filter { $0.text.contains("Backend") }.compactMap {
      $0.text.firstMatch(of: /\b(?:class|extension) (\w+):.*\b(?:Durable|Shared)?Backend\b/).map { String($0.1) }
    }
    let kinds = SourceTree.tests.filter { $0.target == "StoreKinds" }.flatMap(\.lines)
    #expect(backends.filter { name in !kinds.contains { $0.contains(name) } } == ["MemoryBackend"])
  }

  @Test func `every folder of Sources is a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appendingPathComponent("Sources").path
    )
    .filter { !$0.contains(".") }
    #expect(Set(folders) == Set(Layer.all.map(\.target)))
  }
}

/// A row of the code map's table of targets. The table goes upwards: a target knows those above its row only.
struct Layer: Sendable {
  var target: String
  /// Modules of the toolchain and the system.
  var system: Set<String>

  static let all = (SourceTree.text("Sources/README.md") ?? "").matches(of: /\n\| `(.+?)` \|.+?\| (.*?)\|/).map {
    Layer(target: String($0.1), system: Set($0.2.matches(of: /\w+/).map { String($0.0) }))
  }

  /// The targets of this package with what each may import of it, as SwiftPM reads `Package.swift`.
  static let declared = Result { try targets() }

  /// Those that a Mac has.
  static let declaredOnMac = Result { try targets(["NAVIGATION_MAC": "1"]) }

  /// - Parameter variables: what the manifest finds set beside the environment of the tests.
  private static func targets(_ variables: [String: String] = [:]) throws -> [String: Set<String>] {
    let (process, output) = (Process(), Pipe())
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = SourceTree.root
    // The `swift test` that runs this holds the lock of its own scratch path.
    process.arguments = ["swift", "package", "--scratch-path", ".build/manifest", "dump-package"]
    process.standardOutput = output
    try process.run()
    let manifest = try JSONSerialization.jsonObject(with: output.fileHandleForReading.readDataToEndOfFile())
    let targets = (manifest as? [String: Any])?["targets"] as? [[String: Any]] ?? []
    return targets.reduce(into: [String: Set<String>]()) { declared, target in
      let dependencies = (target["dependencies"] as? [[String: [Any]]] ?? []).flatMap(\.values)
      declared["\(target["name"] ?? "")"] = Set(dependencies.compactMap { $0.first as? String })
    }
  }
}
