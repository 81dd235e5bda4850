import Foundation
import Testing

/// The style of all files.
@Suite struct StyleTests {
  /// The most lines of a file of sources, and of one of tests, which may be one long table.
  static let (sourceLines, testLines) = (600, 400)

  @Test(arguments: SourceTree.sources + SourceTree.tests) func `a file is not too long`(_ file: SourceTree.File) {
    let limit = file.path.hasPrefix("Tests/") ? Self.testLines : Self.sourceLines
    #expect(file.lines.dropLast().count <= limit)
  }

  /// The most lines of a function's body.
  static let functionLines = 40

  @Test(arguments: SourceTree.sources) func `a function is not too long`(_ file: SourceTree.File) {
    for function in SourceFunction.ofSources[file.path] ?? [] {
      #expect(function.length <= Self.functionLines, "\(function.place)")
    }
  }

  /// The most parameters without a label, which a call may read by their order.
  static let unlabelled = 3

  @Test(arguments: SourceTree.sources) func `parameters have labels`(_ file: SourceTree.File) {
    for function in SourceFunction.ofSources[file.path] ?? [] {
      #expect(function.unlabelled <= Self.unlabelled, "\(function.place)")
    }
  }

  @Test func `a table counts as its longest row`() {
    let text = """
        func words(_ a: [Int: Int], to b: Int, _ c: (Int, _: Int) -> Void)
          -> Int
        {
          let d = 1
          switch d {
          case 1:
            a
          case 2: b
          }
          return d
        }
      """
    let file = SourceTree.File(path: "", target: "", lines: text.components(separatedBy: "\n"))
    let function = SourceFunction.all(in: file)
    #expect(function.map(\.length) == [4])
    #expect(function.map(\.unlabelled) == [2])
  }

  static let emptyWords: Set<String> = [
    "Util", "Utils", "Utilities", "Helper", "Helpers", "Manager", "Common", "Base", "Impl",
  ]

  @Test(arguments: SourceTree.sources) func `names have no empty words`(_ file: SourceTree.File) {
    var names = file.path.split(separator: "/").map { String($0.prefix { $0 != "." }) }
    let words = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    for line in file.code where words.contains(where: { line.text.contains($0 + " ") }) {
      let declaration = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
      if let name = line.text.firstMatch(of: declaration)?.1 { names.append(String(name)) }
    }
    for name in names { #expect(Set(Self.words(of: name)).isDisjoint(with: Self.emptyWords), "\(name)") }
  }

  /// The words of a name like `ChunkedReader+Base`; each begins with a capital.
  private static func words(of name: String) -> [String] {
    name.matches(of: /[A-Z]*[a-z0-9]+|[A-Z]+/).map { String($0.0) }
  }

  @Test func `names are split into words`() {
    #expect(Self.words(of: "SocketManager+Base") == ["Socket", "Manager", "Base"])
    #expect(Self.words(of: "Baseline") == ["Baseline"])
  }

  /// Calls that stop the process instead of returning an error, beside those that `swift format` refuses: `try!`, `as!`
  /// and `!`.
  static let traps = ["fatalError(", "preconditionFailure(", "unsafelyUnwrapped", "unowned(unsafe)"]

  @Test(arguments: SourceTree.sources) func `nothing traps on purpose`(_ file: SourceTree.File) {
    #expect(file.code.filter { line in Self.traps.contains { line.text.contains($0) } } == [], "\(file.path)")
  }

  @Test(arguments: SourceTree.sources) func `unchecked sharing has a reason`(_ file: SourceTree.File) {
    for line in file.code where line.text.contains("@unchecked Sendable") || line.text.contains("nonisolated(unsafe)") {
      let number = line.number
      let reason = file.lines[max(0, number - 6)..<min(file.lines.count, number + 2)].contains {
        $0.contains("// SAFETY:")
      }
      #expect(reason, "\(file.path):\(number)")
    }
  }

  @Test func `comments and literals are not code`() {
    let file = SourceTree.File(
      path: "", target: "",
      lines: [#"let a = "try! \"x\"" // as! "#, "import  Foundation // try!", "  @testable import Model"])
    #expect(file.code.map(\.text) == [#"let a = "" "#, "import  Foundation ", "  @testable import Model"])
    #expect(file.imports == ["Foundation", "Model"])
  }

  @Test func `of several branches the first is taken whose module is there`() {
    let lines = [
      "#if canImport(A)", "public import A", "#elseif canImport(D)", "import D", "#else", "import B", "#endif",
      "import C",
    ]
    let file = SourceTree.File(path: "", target: "", lines: lines)
    #expect(file.imports == ["A", "C"])
    #expect(file.imports(without: ["A"]) == ["D", "C"])
    #expect(file.imports(without: ["A", "D"]) == ["B", "C"])
    #expect(SourceTree.File(path: "", target: "", lines: ["#if SQLite", "import D", "#endif"]).imports == ["D"])
  }
}
