import Foundation
import Testing

/// Who may know whom.
@Suite struct LayerTests {
  @Test func `there are files to look at`() {
    #expect(SourceTree.sources.count > 100 && SourceTree.tests.count > 30)
  }

  @Test(arguments: SourceTree.sources) func `a file imports what its layer may`(_ file: SourceTree.File) throws {
    let layer = try #require(Layer.of(file.target), "no row for \(file.target)")
    #expect(file.imports.subtracting(layer.own).subtracting(layer.system) == [], "\(file.path)")
  }

  @Test func `the table goes upwards`() {
    var known: Set<String> = []
    for layer in Layer.all {
      #expect(layer.own.isSubset(of: known), "\(layer.target)")
      #expect(known.insert(layer.target).inserted, "\(layer.target) has two rows")
    }
  }

  @Test func `the package declares the targets of the table, and no other edges`() throws {
    let package = try #require(SourceTree.text("Package.swift"))
    let declaration =
      /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    var declared: Set<String> = []
    // What lies under `Tests` in another form than a test target: no target of the table imports it.
    let ofTests: Set<Substring> = ["Fuzzer", "SeededRandom", "StoreKinds"]
    for match in package.matches(of: declaration) where !ofTests.contains(match.1) {
      let target = String(match.1)
      declared.insert(target)
      let layer = try #require(Layer.of(target), "no row for \(target)")
      let edges = Set((match.2 ?? "").matches(of: /"([^"]+)"/).map { String($0.1) })
      #expect(edges.subtracting(layer.own) == [], "\(target)")
    }
    #expect(declared == Set(Layer.all.map(\.target)))
  }

  /// What other packages may depend on, with all modules of the toolchain and the system that come with it.
  @Test(
    arguments: [("NavigationModel", []), ("NavigationClient", ["Glibc", "Synchronization"])] as [(String, Set<String>)])
  func `a library brings no more than this`(product: String, system: Set<String>) throws {
    let package = try #require(SourceTree.text("Package.swift"))
    #expect(package.contains(".library(name: \"\(product)\", targets: [\"\(product)\"])"))
    var targets: Set<String> = [product]
    while true {
      let below = targets.reduce(into: targets) { $0.formUnion(Layer.of($1)?.own ?? []) }
      if below == targets { break }
      targets = below
    }
    let imports = SourceTree.sources.filter { targets.contains($0.target) }.reduce(into: Set<String>()) {
      $0.formUnion($1.imports)
    }
    #expect(imports.subtracting(targets) == system)
  }

  @Test func `every folder of Sources is a target`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: SourceTree.root.appendingPathComponent("Sources").path
    )
    .filter { !$0.contains(".") }
    #expect(Set(folders) == Set(Layer.all.map(\.target)))
  }

  @Test(.enabled(if: SourceTree.text("Sources/README.md") != nil, "there is no code map yet"))
  func `the code map has a row for every target`() throws {
    let rows = try #require(SourceTree.text("Sources/README.md")).split(separator: "\n")
    for layer in Layer.all { #expect(rows.contains { $0.hasPrefix("| `\(layer.target)` |") }, "\(layer.target)") }
  }
}
