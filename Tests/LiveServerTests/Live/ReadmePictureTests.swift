import Foundation
import Navigation
import NavigationClient
import Testing

/// The pictures of the README and of the interface's manual, drawn by the server: a messenger that moves from an iPad
/// to a phone.
///
/// With `NAVIGATION_RECORD_PICTURES` the test rewrites them and fails.
@Suite struct ReadmePictureTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_PICTURES"] != nil

  private static let portrait = #"{"type": "rotate", "orientation": "portrait"}"#
  private static let landscape = #"{"type": "rotate", "orientation": "landscape"}"#
  private static let phone = #"{"type": "setDevice", "device": "iPhone 16"}"#
  private static let iPad = #"{"type": "setDevice", "device": "iPad Pro 11-inch (M4)"}"#

  /// Without a way back to the placeholder, as a messenger would have it.
  private static let messenger = Sample.messenger.replacing(
    #""No chat selected"}"#, with: #""No chat selected"}, "behavior": {"allowsReturnToPlaceholder": false}"#)

  /// Transitions, and the file with the picture after them; the last state equals the first.
  private static let steps: [(transitions: [String], file: String)] = [
    ([Sample.show], "messenger-landscape.svg"),
    ([portrait], "messenger-portrait.svg"),
    ([landscape, Sample.slideOver], "messenger-slide-over.svg"),
    ([phone, portrait], "messenger-phone.svg"),
    ([iPad, landscape], "messenger-landscape.svg"),
  ]

  @Test func `the pictures are the server's, of the trees in the manual`() async throws {
    let server = try await LiveServer()
    let client = server.client
    let manual = try String(contentsOf: Self.root.appending(path: "Sources/Navigation/API/README.md"), encoding: .utf8)
    let chat = try await client.createSession(json: Self.messenger)
    for (transitions, name) in Self.steps {
      for transition in transitions { try await chat.apply(Transition(transition)) }
      let picture = try await chat.picture(.svg, scale: 0.5, style: .embedded)
      let file = Self.root.appending(path: ".github/\(name)")
      if Self.isRecording { try picture.write(to: file, atomically: true, encoding: .utf8) }
      let isSame = try String(contentsOf: file, encoding: .utf8) == picture
      #expect(isSame && !Self.isRecording, "\(name): NAVIGATION_RECORD_PICTURES=1 writes it anew")
      let view = try await chat.read()
      let sketch = Session(restored: view.root, environment: view.environment, countedIDs: 0).sketch
      #expect(manual.contains(sketch + "\n") && manual.contains(name), "\(sketch)")
    }
    #expect(await server.stop() == .exit(0))
  }
}
