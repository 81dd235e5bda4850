import Foundation
import Navigation
import Testing

/// The manual's designs from real apps: each is a file of the examples, and after each step stands the window. With
/// `NAVIGATION_RECORD_FACTS` the files and the windows are written into the manual, and the tests fail.
@Suite struct DesignManualTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let path = root.appending(path: "Sources/Navigation/API/README.md")

  static let apps = ["signal", "netnewswire", "woocommerce"]

  /// A walk with its windows, which are indented by two.
  private static func told(_ walk: Substring, _ creation: CreateSession) throws -> String {
    var app = try AppWalk(creation)
    let steps = try walk.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { step in
      let reason = try app.perform(String(step))
      #expect(reason == nil, "\(step)")
      return "\(step)\n  \(app.window)\n"
    }
    return "  \(try AppWalk(creation).window)\n" + steps.joined()
  }

  @Test func `a design is that of its app, and a window as the manual says`() throws {
    let manual = try String(contentsOf: Self.path, encoding: .utf8)
    var parts = manual.components(separatedBy: "```")
    let first = try #require(parts.firstIndex { $0.hasSuffix("A notification's chat replaces the open one.\n\n") }) + 1
    for (index, app) in Self.apps.enumerated() {
      let place = first + 4 * index
      let design = try String(contentsOf: Self.root.appending(path: "Tests/Examples/apps/\(app).json"), encoding: .utf8)
      parts[place] = "json\n\(design)"
      let walk = parts[place + 2].dropFirst("text\n".count)
      parts[place + 2] = "text\n" + (try Self.told(walk, CreateSession(request: Array(design.utf8))))
    }
    let told = parts.joined(separator: "```")
    #expect(told == manual)
    guard ProcessInfo.processInfo.environment["NAVIGATION_RECORD_FACTS"] != nil else { return }
    try told.write(to: Self.path, atomically: true, encoding: .utf8)
  }
}
