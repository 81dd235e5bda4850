import Foundation
import NavigationPicture
import Testing

/// The reviewed pictures: all as text, and some also as SVG, with one element per line.
@Suite struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pictures")
  /// Whether to rewrite the files for review.
  static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_PICTURES"] != nil

  /// The pictures stored as SVG. Together they have every element, class and attribute of pictures.
  private static let drawn: Set<String> = [
    "bar-sidebar-pad", "duo-tab-bar-in-stack-bent", "half-sheet-phone", "hidden-pad", "home-window",
    "inspector-portrait-over", "mail-displace", "messenger-pad", "nested-pad",
    "offers-pad", "over-current-context-pad", "over-full-screen-pad", "page-sheet-phone-older", "popover-pad",
    "swipe-island-older",
  ]

  @Test(arguments: Pictured.all) func `a picture is the reviewed one`(_ pictured: Pictured) throws {
    let picture = try pictured.picture()
    try compare(picture.text(), "\(pictured.name).txt")
    if Self.drawn.contains(pictured.name) {
      try compare(
        Array(String(decoding: picture.svg(), as: UTF8.self).replacing("><", with: ">\n<").utf8), "\(pictured.name).svg"
      )
    }
  }

  private func compare(_ bytes: [UInt8], _ name: String) throws {
    let file = Self.folder.appendingPathComponent(name)
    guard !Self.isRecording else {
      try Data(bytes).write(to: file)
      Issue.record("\(name) is written anew: look at it")
      return
    }
    let expected = try Data(contentsOf: file)
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self), "\(name)")
  }

  /// The elements with their classes and with their attributes' names.
  private static func kinds(_ pictured: Pictured) throws -> Set<String> {
    var kinds: Set<String> = []
    for element in try XMLElements(try pictured.picture().svg()).elements {
      kinds.formUnion(element.classes.map { "\(element.name).\($0)" })
      kinds.formUnion(element.attributes.keys.map { "\(element.name) \($0)" })
    }
    return kinds
  }

  @Test func `the pictures stored as SVG have every kind of element`() throws {
    var held: Set<String> = []
    for pictured in Pictured.all where Self.drawn.contains(pictured.name) { held.formUnion(try Self.kinds(pictured)) }
    for pictured in Pictured.all { #expect(try Self.kinds(pictured).subtracting(held).isEmpty, "\(pictured.name)") }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let names = Pictured.all.map { "\($0.name).txt" } + Self.drawn.map { "\($0).svg" }
    #expect(Set(files) == Set(names))
  }
}
