import Foundation
import Navigation
import Testing
import TreeSketch

/// The ten pictures of the model's page, and what the page says of them.
///
/// With `NAVIGATION_RECORD_PICTURES` the test rewrites them and fails.
@Suite struct ContainerPictureTests {
  private static let root = GoldenTests.folder.appendingPathComponent("../../..").standardizedFileURL
  private static let folder = root.appendingPathComponent(".github")
  /// For all of them together, in bytes.
  private static let limit = 120_000

  private static func page() throws -> String {
    let page = root.appendingPathComponent("Sources/Navigation/Model/README.md")
    return try String(decoding: Data(contentsOf: page), as: UTF8.self)
  }

  @Test(arguments: ContainerPicture.all) func `a picture is the drawn one`(_ picture: ContainerPicture) throws {
    let svg = try picture.svg()
    let file = Self.folder.appendingPathComponent(picture.file)
    if GoldenTests.isRecording { try Data(svg.utf8).write(to: file) }
    let isSame = try String(decoding: Data(contentsOf: file), as: UTF8.self) == svg
    #expect(isSame && !GoldenTests.isRecording, "\(picture.file): NAVIGATION_RECORD_PICTURES=1 writes it anew")
    // The strict reader has no `>` in a text, as in the stylesheet.
    let elements = try XMLElements(svg.replacing(#/<style>.*?<\/style>/#.dotMatchesNewlines(), with: "")).elements
    #expect(elements.allSatisfy { $0.attributes["data-tap"] == nil && $0.attributes["id"] == nil })
    #expect(elements.count { $0.classes.contains("window") } == picture.windows.count)
  }

  @Test(arguments: ContainerPicture.all) func `the windows have the trees that the page tells of`(
    _ picture: ContainerPicture
  ) throws {
    for window in picture.windows {
      let sketch = try window.pictured.session().sketch
      #expect(sketch == window.sketch, "\(window.heading)")
    }
  }

  @Test(arguments: ContainerPicture.all) func `the page has the picture, with all that leads to it`(
    _ picture: ContainerPicture
  ) throws {
    let page = try Self.page()
    #expect(page.contains(#"<img src="../../../.github/\#(picture.file)" alt=""#))
    for transition in picture.windows.flatMap(\.pictured.transitions) {
      #expect(page.contains(transition), "\(transition)")
    }
  }

  @Test func `ten pictures are small, and the page has their app`() throws {
    let page = try Self.page()
    #expect(page.contains(ContainerPicture.mail))
    let named = page.matches(of: #/\.github/(model-[a-z]+\.svg)/#).map { String($0.1) }
    #expect(named == ContainerPicture.all.map(\.file) && named.count == 10)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files.filter { $0.hasPrefix("model-") }) == Set(named))
    let sizes = try named.map { try Data(contentsOf: Self.folder.appendingPathComponent($0)).count }
    #expect(sizes.reduce(0, +) <= Self.limit, "\(sizes)")
  }
}
