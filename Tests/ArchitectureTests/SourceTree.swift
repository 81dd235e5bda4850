import Foundation
import Testing

/// The package's files, found from the path of this one.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A Swift file with its folder below `Sources` or `Tests`.
  struct File: Sendable, CustomTestStringConvertible {
    /// A line without its comment and without the text of its literals.
    struct Line: Sendable, Equatable {
      var number: Int
      var text: String
    }

    /// The path from the root of the package.
    var path: String
    var target: String
    var lines: [String]
    var code: [Line]
    /// The comments after `//`.
    var comments: [String]

    init(path: String, target: String, lines: [String]) {
      self.path = path
      self.target = target
      self.lines = lines
      let parts = lines.map(Self.parts)
      code = parts.enumerated().map { Line(number: $0 + 1, text: $1.code) }
      comments = parts.compactMap(\.comment)
    }

    var testDescription: String { path }

    /// The modules that Linux imports.
    var imports: Set<String> { imports(without: ["Darwin", "Musl"]) }

    /// The imported modules, also with attributes before `import`; of `#if canImport` and what follows it those of the
    /// first branch whose module is there. Any other `#if` is taken.
    ///
    /// - Parameter absent: the modules that are not there.
    func imports(without absent: Set<String>) -> Set<String> {
      var modules: Set<String> = []
      // Of the branches of an `#if canImport`: whether this one is taken, and whether one was.
      var branch: (isTaken: Bool, wasTaken: Bool)?
      for line in code where line.text.contains("import") || line.text.hasPrefix("#") {
        if let name = line.text.firstMatch(of: /^#(?:if|elseif) canImport\((\w+)\)/)?.1 {
          let wasTaken = branch?.wasTaken ?? false
          let isThere = !absent.contains(String(name))
          branch = (!wasTaken && isThere, wasTaken || isThere)
        } else if line.text == "#else", let last = branch {
          branch = (!last.wasTaken, true)
        } else if line.text == "#endif" {
          branch = nil
        } else if branch?.isTaken != false, let match = line.text.firstMatch(of: Self.importLine) {
          modules.insert(String(match.module))
        }
      }
      return modules
    }

    private static var importLine: Regex<(Substring, module: Substring)> {
      /^\s*(?:@\w+(?:\(\w+\))? |public |package |internal |private |fileprivate )*import\s+(?:(?:struct|class|enum|protocol|func|typealias|var|let) )?(?<module>\w+)/
    }

    private static func parts(of line: String) -> (code: String, comment: String?) {
      var code: [UInt8] = []
      var comment: String?
      var isLiteral = false
      var isEscaped = false
      var last: UInt8 = 0
      for (index, byte) in zip(line.utf8.indices, line.utf8) {
        if isLiteral {
          if byte == UInt8(ascii: "\""), !isEscaped { isLiteral = false }
          isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
          if isLiteral { continue }
        } else if byte == UInt8(ascii: "\"") {
          isLiteral = true
        } else if byte == UInt8(ascii: "/"), last == byte {
          code.removeLast()
          comment = String(line[line.utf8.index(after: index)...])
          break
        }
        code.append(byte)
        last = byte
      }
      return (String(decoding: code, as: UTF8.self), comment)
    }
  }

  static let sources = files(below: "Sources")
  static let tests = files(below: "Tests")

  /// The README, and the READMEs of the folders.
  static let manuals =
    ["README.md"] + (paths(below: "Sources") + paths(below: "Tests")).filter { $0.hasSuffix("/README.md") }
  /// The transcripts, by their paths.
  static let transcripts = paths(below: "Tests").filter { $0.contains("/Transcripts/") && $0.hasSuffix(".txt") }

  private static func files(below folder: String) -> [File] {
    paths(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
      guard let text = text(path) else { return nil }
      let target = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return File(path: path, target: target, lines: text.components(separatedBy: "\n"))
    }
  }

  /// The paths from the root of the package.
  private static func paths(below folder: String) -> [String] {
    let paths =
      FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String }
      ?? []
    return paths.sorted().map { "\(folder)/\($0)" }
  }

  /// A file's text; nil if there is no such file.
  static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// A function, an initialiser, or a property with a body, as `swift format` lays it out.
struct SourceFunction: Sendable {
  /// The file and the line.
  var place: String
  var parameters: [String] = []
  /// The lines between the braces, without their indentation beyond that of the head.
  var body: [Substring] = []

  /// Those of the package's files.
  static let ofSources = Dictionary(uniqueKeysWithValues: SourceTree.sources.map { ($0.path, all(in: $0)) })

  static func all(in file: SourceTree.File) -> [Self] {
    file.code.indices.compactMap { Self(file, line: $0) }
  }

  private static let words = ["func ", "init", "subscript", "var "]

  private init?(_ file: SourceTree.File, line: Int) {
    let first = file.code[line].text
    let declaration = /^ *(?:@?\w+(?:\(\w+\))? )*(?:func |init[?(<]|subscript[(<]|var [^=]+\{$)/
    guard Self.words.contains(where: { first.contains($0) }), first.contains(declaration) else { return nil }
    let (indent, lines) = (String(first.prefix { $0 == " " }), file.code[line...].map(\.text))
    place = "\(file.path):\(line + 1)"
    let isOfHead = { (text: String) in
      text.hasPrefix(indent + " ") || text == indent + "{" || text.hasPrefix(indent + ")")
    }
    var head = first
    var rest = lines.dropFirst()
    while !head.hasSuffix("{"), let next = rest.first, isOfHead(next) {
      head += next
      rest.removeFirst()
    }
    if !first.contains("var ") { parameters = Self.parameters(of: head) }
    if head.hasSuffix("{") { body = rest.prefix { !$0.hasPrefix(indent + "}") }.map { $0.dropFirst(indent.count) } }
  }

  /// The parts between the commas of the first list in round brackets.
  private static func parameters(of head: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in head.drop(while: { $0 != "(" }) {
      if ")]}".contains(character) { depth -= 1 }
      if depth == 0, character == ")" { break }
      if depth == 1, character == "," {
        parts.append("")
      } else if depth > 0 {
        parts[parts.count - 1].append(character)
      }
      if "([{".contains(character) { depth += 1 }
    }
    return parts.map { String($0.drop { $0 == " " }) }
  }

  /// The lines of the body, where a `switch` is a table and counts as its longest row.
  var length: Int {
    var (length, row, longest) = (0, 0, 0)
    var table: Int?
    for line in body {
      let indentation = line.prefix { $0 == " " }.count
      if table == nil, indentation <= 4, line.contains("switch "), line.hasSuffix("{") {
        (table, row, longest) = (indentation, 0, 0)
      } else if table == nil {
        length += 1
      } else if indentation == table, line.hasSuffix("}"), !line.contains("case ") {
        table = nil
        length += longest
      } else {
        row = indentation == table ? 1 : row + 1
        longest = max(longest, row)
      }
    }
    return length
  }

  /// The number of parameters without a label.
  var unlabelled: Int { parameters.count { $0.hasPrefix("_ ") } }
}
