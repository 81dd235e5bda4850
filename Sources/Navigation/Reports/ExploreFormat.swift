/// A form in which `explore` tells what it has found.
package enum ExploreFormat: String, CaseIterable, Sendable {
  case text, json, junit, github, markdown

  /// - Parameters:
  ///   - file: the path of the app's file; nil for standard input.
  ///   - bytes: its content.
  package func text(of explored: Explored, file: String?, bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .text: Array(explored.text().utf8)
    case .json: explored.json() + [UInt8(ascii: "\n")]
    case .junit: Array(ExploreJUnit.text(of: explored).utf8)
    case .github: Array(ExploreGitHub.text(of: explored, file: file, bytes: bytes).utf8)
    case .markdown: Array(ExploreMarkdown.text(of: explored).utf8)
    }
  }
}
