import Foundation

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
