// In an app's unit tests. The library's manual, Sources/Navigation/README.md, has the manifest.
import Foundation
import Navigation
import Testing

@Suite struct DesignTests {
  /// The app's designs as JSON, from this file: here it is in `Tests/DesignTests`.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../navigation")

  static func designs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
  }

  static func design(_ name: String) throws -> Design {
    try Design(json: Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Every state that a user can reach, in every window.
  @Test(arguments: try designs()) func theDesignHasNoFault(_ name: String) throws {
    let explored = try Self.design(name).explore()
    #expect(explored.isComplete && explored.findings.isEmpty, "\(explored.text())")
  }

  @Test func theLetterStaysInSlideOver() throws {
    let app = try Self.design("mail.json").app
    var mail = try app.open().session
    try mail.tap("Open letter.emmy", routes: app.routes)
    _ = try mail.apply(Transition(.setMultitasking(.slideOver)))
    #expect(mail.visible.map(\.id) == ["letter.emmy"])
  }
}
