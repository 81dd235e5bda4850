import Foundation
import Navigation
import NavigationClient
import Testing
import TreeSketch

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

/// The README's first picture: one app with two answers, each in a narrow window, in a wide one and in the narrow one
/// again.
///
/// With `NAVIGATION_RECORD_PICTURES` the test rewrites it and fails.
@Suite struct MovingPictureTests {
  private static let isRecording = ProcessInfo.processInfo.environment["NAVIGATION_RECORD_PICTURES"] != nil
  static let byteLimit = 60_000

  /// The answer, what is on display in Slide Over with it, and the words below that.
  static let answers: [(answer: String, visible: [String], words: String)] = [
    ("primary", ["inbox"], "Slide Over: the letter is lost"),
    ("byProvenance", ["emmy"], "Slide Over: the letter stays"),
  ]

  private static func mail(_ answer: String) -> String {
    """
    {"environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
     "layout": {"name": "doubleColumn",
       "primary": {"id": "inbox", "route": "inbox", "title": "Inbox", "selection": "emmy", "params": {"rows": [
         {"id": "ada", "title": "Ada", "subtitle": "Notes on note G", "image": "ada"},
         {"id": "emmy", "title": "Emmy", "subtitle": "What is conserved", "image": "emmy"},
         {"id": "grace", "title": "Grace", "subtitle": "There was a moth in it", "image": "grace"}]}},
       "secondary": {"id": "none", "route": "none", "placeholder": true},
       "behavior": {"placeholder": {"id": "none", "route": "none"}, "topColumnForCollapsing": "\(answer)"}}}
    """
  }

  private static let letter = #"{"type": "showDetail", "screen": {"id": "emmy", "route": "letter", "title": "Emmy"}}"#

  @Test func `the README's moving picture is the server's, small, and still where motion is unwanted`() async throws {
    let server = try await LiveServer()
    var panels = ""
    for (index, row) in Self.answers.enumerated() {
      let mail = try await server.client.createSession(json: Self.mail(row.answer))
      try await mail.apply(Transition(Self.letter))
      let wide = try await mail.picture(.svg, scale: 0.4)
      try await mail.apply(Transition(Sample.slideOver))
      #expect(mail.visible.map(\.id.description) == row.visible)
      panels += Self.panel(row, wide, try await mail.picture(.svg, scale: 0.4), x: 590 * index)
    }
    #expect(await server.stop() == .exit(0))
    let picture = try Self.file(panels, sheet: String(decoding: Data(contentsOf: Self.sheet), as: UTF8.self))
    let file = ReadmePictureTests.root.appending(path: ".github/mail.svg")
    if Self.isRecording { try picture.write(to: file, atomically: true, encoding: .utf8) }
    let isSame = try String(contentsOf: file, encoding: .utf8) == picture
    #expect(isSame && !Self.isRecording, "NAVIGATION_RECORD_PICTURES=1 writes it anew")
    #expect(picture.contains("@keyframes narrow { 0%, 38% { opacity: 1; }"))
    #expect(picture.contains("@keyframes wide { 0%, 38% { opacity: 0; }"))
    #expect(picture.utf8.count <= Self.byteLimit && picture.contains("(prefers-reduced-motion: no-preference)"))
    let readme = try String(contentsOf: ReadmePictureTests.root.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains(".github/mail.svg"))
  }

  /// The windows on display, in percent of a round. The narrow ones are the difference: they come first, for a reader
  /// who sees one frame, and last, so that a round ends as the next one begins.
  static let moments: [(windows: String, from: Int, to: Int)] = [
    ("narrow", 0, 38), ("wide", 45, 66), ("narrow", 73, 100),
  ]

  private static func keyframes(_ windows: String) -> String {
    let steps = moments.map { "\($0.from)%, \($0.to)% { opacity: \($0.windows == windows ? 1 : 0); }" }
    return "@keyframes \(windows) { \(steps.joined(separator: " ")) }"
  }

  private static let sheet = ReadmePictureTests.root.appending(path: "Sources/CPictureStyle/picture.css")

  /// Without motion the narrow windows are on display: they are the difference.
  private static func file(_ panels: String, sheet: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" class="navigation-picture" viewBox="0 0 1170 480" width="1170" height="480" font-size="18">
    <style>\(sheet)
    .wide { opacity: 0; }
    @media (prefers-reduced-motion: no-preference) {
      .wide, .narrow { animation: 8s ease-in-out infinite; }
      .wide { animation-name: wide; }
      .narrow { animation-name: narrow; }
    }
    \(keyframes("wide"))
    \(keyframes("narrow"))
    </style>
    <rect class="backdrop" width="1170" height="480" rx="12"/>
    \(panels)</svg>

    """
  }

  private static func panel(
    _ row: (answer: String, visible: [String], words: String), _ wide: String, _ narrow: String, x: Int
  ) -> String {
    let middle = x + 290
    return """
      <text class="title" x="\(middle)" y="34" text-anchor="middle">topColumnForCollapsing: \(row.answer)</text>
      <g class="wide">\(inner(wide, x: x + 10, width: 560))
      <text class="caption" x="\(middle)" y="462" text-anchor="middle">Full screen: the letter beside the list</text></g>
      <g class="narrow">\(inner(narrow, x: middle - 88, width: 176))
      <text class="title" x="\(middle)" y="462" text-anchor="middle">\(row.words)</text></g>

      """
  }

  /// The window of a picture, without caption and controls.
  private static func inner(_ picture: String, x: Int, width: Int) -> String {
    let parts = picture.replacing(#/<text class="caption".*?</text>/#, with: "")
      .replacing(#/<rect class="backdrop"[^>]*>/#, with: "")
      .replacing(#/ (data-[a-z]+|aria-label)=('[^']*'|"[^"]*")/#, with: "")
    let window = width == 560 ? "-6 -6 1222 846" : "-6 -6 387 846"
    let place = #"<svg x="\#(x)" y="50" width="\#(width)" height="390" viewBox="\#(window)""#
    return parts.replacing(#/<svg xmlns[^>]*?( font-size="[^"]*")[^>]*>/#) { "\(place)\($0.1)>" }
      .replacing("\n", with: "")
  }
}
