import Testing

/// What a file looks like, whatever it does.
@Suite struct StyleTests {
  /// Lines of a file.
  static let lineLimit = 400

  @Test(arguments: SourceTree.sources + SourceTree.tests) func `a file is not too long`(_ file: SourceTree.File) {
    #expect(file.lines.count <= Self.lineLimit)
  }

  static let emptyWords: Set<String> = [
    "Util", "Utils", "Utilities", "Helper", "Helpers", "Manager", "Common", "Base", "Impl",
  ]

  @Test(arguments: SourceTree.sources) func `names say something`(_ file: SourceTree.File) {
    var names = file.path.split(separator: "/").map { String($0.prefix { $0 != "." }) }
    let words = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    for line in file.code where words.contains(where: { line.text.contains($0 + " ") }) {
      let declaration = /\b(?:struct|class|enum|protocol|actor|typealias) (\w+)/
      if let name = line.text.firstMatch(of: declaration)?.1 { names.append(String(name)) }
    }
    for name in names { #expect(Set(Self.words(of: name)).isDisjoint(with: Self.emptyWords), "\(name)") }
  }

  /// `ChunkedReader+Base` in words: each begins with a capital.
  private static func words(of name: String) -> [String] {
    name.matches(of: /[A-Z]*[a-z0-9]+|[A-Z]+/).map { String($0.0) }
  }

  @Test func `names are told apart by their words`() {
    #expect(Self.words(of: "SocketManager+Base") == ["Socket", "Manager", "Base"])
    #expect(Self.words(of: "Baseline") == ["Baseline"])
  }

  /// What stops the process instead of telling its caller, beside what `swift format` refuses: `try!`, `as!` and `!`.
  static let traps = ["fatalError(", "preconditionFailure(", "unsafelyUnwrapped", "unowned(unsafe)"]

  @Test(arguments: SourceTree.sources) func `nothing traps on purpose`(_ file: SourceTree.File) {
    #expect(file.code.filter { line in Self.traps.contains { line.text.contains($0) } } == [], "\(file.path)")
  }

  @Test(arguments: SourceTree.sources) func `unchecked sharing says why it is safe`(_ file: SourceTree.File) {
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
}
