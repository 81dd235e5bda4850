import Foundation
import NavigationPicture
import Testing

/// Each picture as it was looked at.
@Suite struct GoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pictures")
  /// Where it is set, the files are written anew, to be looked at.
  static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_PICTURES"] != nil

  @Test(arguments: Pictured.all) func `a picture is as it was looked at`(_ pictured: Pictured) throws {
    let picture = try pictured.picture()
    for (kind, bytes) in [("svg", picture.svg()), ("txt", picture.text())] {
      let file = Self.folder.appendingPathComponent("\(pictured.name).\(kind)")
      if Self.isRecording {
        try Data(bytes).write(to: file)
        Issue.record("\(file.lastPathComponent) is written anew: look at it")
        continue
      }
      let expected = try Data(contentsOf: file)
      #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: expected, as: UTF8.self), "\(file.lastPathComponent)")
    }
  }
}
