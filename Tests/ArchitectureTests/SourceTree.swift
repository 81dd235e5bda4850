import Foundation
import Testing

/// The package's own files, found from this one.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A Swift file with the folder below `Sources` or `Tests` that it belongs to.
  struct File: Sendable, CustomTestStringConvertible {
    /// A line without its comment and without the text of its literals.
    struct Line: Sendable, Equatable {
      var number: Int
      var text: String
    }

    /// From the root of the package.
    var path: String
    var target: String
    var lines: [String]
    var code: [Line]

    init(path: String, target: String, lines: [String]) {
      self.path = path
      self.target = target
      self.lines = lines
      code = lines.enumerated().map { Line(number: $0 + 1, text: Self.code(of: $1)) }
    }

    var testDescription: String { path }

    /// The modules that it imports, with whatever stands before the word.
    var imports: Set<String> {
      let lines = code.filter { $0.text.contains("import") }
      return Set(lines.compactMap { $0.text.firstMatch(of: Self.importLine).map { String($0.module) } })
    }

    private static var importLine: Regex<(Substring, module: Substring)> {
      /^\s*(?:@\w+(?:\(\w+\))? |public |package |internal |private |fileprivate )*import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let) )?(?<module>\w+)/
    }

    private static func code(of line: String) -> String {
      var code: [UInt8] = []
      var isLiteral = false
      var isEscaped = false
      var last: UInt8 = 0
      for byte in line.utf8 {
        if isLiteral {
          if byte == UInt8(ascii: "\""), !isEscaped { isLiteral = false }
          isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
          if isLiteral { continue }
        } else if byte == UInt8(ascii: "\"") {
          isLiteral = true
        } else if byte == UInt8(ascii: "/"), last == byte {
          code.removeLast()
          break
        }
        code.append(byte)
        last = byte
      }
      return String(decoding: code, as: UTF8.self)
    }
  }

  static let sources = files(below: "Sources")
  static let tests = files(below: "Tests")

  private static func files(below folder: String) -> [File] {
    let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      guard let text = text("\(folder)/\(path)") else { return nil }
      let target = path.split(separator: "/").first.map(String.init) ?? ""
      return File(path: "\(folder)/\(path)", target: target, lines: text.components(separatedBy: "\n"))
    }
  }

  /// A file's text; nil where there is no such file.
  static func text(_ path: String) -> String? { try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
}
