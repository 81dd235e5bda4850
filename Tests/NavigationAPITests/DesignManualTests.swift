import Foundation
import Navigation
import Testing

/// The manual's designs from real apps: after each request stands the window.
@Suite struct DesignManualTests {
  struct Design: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var creation: String
    /// The window, then each request with the window after it.
    var walk: [String]
  }

  static let designs: [Design] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let path = tests.deletingLastPathComponent().appending(path: "Sources/Navigation/API/README.md")
    let manual = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    let part = manual.split(separator: "<!-- designs -->\n").last?.split(separator: "<!-- /designs -->").first ?? ""
    return part.matches(of: /\*\*(.+?)\*\*[^`]+```json\n(.+?)```[^`]+```text\n(.+?)```/.dotMatchesNewlines()).map {
      Design(testDescription: String($0.1), creation: String($0.2), walk: lines(String($0.3)))
    }
  }()

  /// Windows are indented by two; the lines of a request are joined.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").reduce(into: []) { lines, line in
      if line.hasPrefix(" {") { lines[lines.count - 1] += line } else { lines.append(String(line)) }
    }
  }

  @Test func `the manual has three designs`() { #expect(Self.designs.count == 3) }

  /// The manual's sketch is without the marks of lists that follow, and of rows.
  private static func window(_ session: Session) -> String {
    "  " + session.sketch.replacing(/##?[a-z0-9-]*/, with: "")
  }

  @Test(arguments: designs) func `a window is as the manual says`(_ design: Design) throws {
    var session = try CreateSession(request: Array(design.creation.utf8)).open().session
    #expect(Self.window(session) == design.walk[0])
    for index in stride(from: 1, to: design.walk.count - 1, by: 2) {
      let (request, window) = (design.walk[index], design.walk[index + 1])
      switch try TransitionRequest(request: Array(request.utf8)) {
      case .transition(let transition): _ = try session.apply(transition)
      case .batch(let transitions): _ = try session.apply(batch: transitions)
      case .history: Issue.record("\(request)")
      }
      #expect(Self.window(session) == window, "\(request)")
    }
  }
}
