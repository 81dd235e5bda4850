import Testing

/// Compares the document of the rules with the code, tests and manuals that cite them.
@Suite struct RuleTableTests {
  /// The most words of a rule; decisions have no limit.
  static let wordLimit = 30

  private static let table = RuleTable(SourceTree.text(RuleTable.path) ?? "")
  private static let files = (SourceTree.sources + SourceTree.tests).filter { $0.target != "ArchitectureTests" }

  /// The text searched for citations: all lines of a test, but only the comments of a source, since the paths of
  /// drawings look like measurements.
  private static func citing(_ file: SourceTree.File) -> [String] {
    file.path.hasPrefix("Sources/") ? file.comments : file.lines
  }

  private static let citations: [String: Set<RuleID>] = Dictionary(
    uniqueKeysWithValues: files.map { ($0.path, Set(RuleID.cited(in: citing($0).joined(separator: "\n")))) })

  /// The rules cited by names and rows of tests, not by comments.
  private static let citedByTests: Set<RuleID> = files.filter { $0.path.hasPrefix("Tests/") }.reduce(into: []) {
    rules, file in
    let lines = file.lines.filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
    rules.formUnion(RuleID.cited(in: lines.joined(separator: "\n")))
  }

  @Test func `every row is one rule, and every rule has one row`() {
    #expect(Self.table.misread == [] && Self.table.rows.count > 400)
    let rules = Self.table.rows.map(\.rule)
    #expect(Set(rules).count == rules.count, "\(Set(rules.filter { id in rules.count { $0 == id } > 1 }).sorted())")
    for row in Self.table.rows {
      #expect(!row.text.isEmpty && !row.source.isEmpty && !row.place.isEmpty, "\(row.rule)")
      #expect(row.rule.family == "D" || row.text.split(separator: " ").count <= Self.wordLimit, "\(row.rule)")
    }
  }

  /// The manuals, and the interface with its descriptions.
  static let documents = SourceTree.manuals + SourceTree.transcripts + [RuleTable.path, "openapi.yaml"]

  @Test func `every cited rule has a row`() {
    let rules = Set(Self.table.rows.map(\.rule))
    for (path, cited) in Self.citations { #expect(cited.subtracting(rules) == [], "\(path)") }
    for path in Self.documents {
      #expect(Set(RuleID.cited(in: SourceTree.text(path) ?? "")).subtracting(rules) == [], "\(path)")
    }
  }

  @Test func `every rule is cited by a test, or has a reason for its absence`() {
    let notShown = Self.table.rows.filter { row in
      switch row.state {
      case .implemented, .otherwise: !Self.citedByTests.contains(row.rule)
      case .outside: !row.files.isEmpty
      }
    }
    #expect(notShown.map(\.rule) == [])
  }

  @Test func `each transition cites a rule`() {
    var count = 0
    for file in Self.files {
      let lines = file.lines
      let starts = lines.indices.filter {
        lines[$0].contains("Transition") && lines[$0].contains(/struct \w+: (App|User|System)Transition\b/)
      }
      for (start, end) in zip(starts, starts.dropFirst() + [lines.endIndex]) {
        let comment = lines[..<start].reversed().prefix { $0.contains("///") }
        let cited = RuleID.cited(in: (comment + lines[start..<end]).joined(separator: "\n"))
        #expect(!cited.isEmpty, "\(file.path): \(lines[start])")
        count += 1
      }
    }
    #expect(count > 40)
  }

  @Test func `the files of a row exist, and cite its rule`() {
    for row in Self.table.rows where row.state != .outside {
      let wrong = row.files.filter { name in
        let found = Self.files.filter { $0.path.hasSuffix("/" + name) }
        return found.count != 1 || found.contains { Self.citations[$0.path]?.contains(row.rule) != true }
      }
      #expect(!row.files.isEmpty && wrong == [], "\(row.rule)")
    }
  }

  /// Citations of documents and ids of other packages, and of any document.
  private static var foreign: Regex<Substring> { /\b[Ss]emantics \d|\bthe design\b|\bQ\d{1,2}\b/ }
  /// What each of them has, for a quick look.
  private static let foreignWords = ["emantics ", "the design", "Q"]
  private static var document: Regex<Substring> { /[\w\/-]+\.md\b/ }

  @Test func `no file cites a missing document`() {
    let documents = SourceTree.manuals + [RuleTable.path]
    for file in Self.files {
      let suspects = Self.citing(file).filter { line in Self.foreignWords.contains { line.contains($0) } }
      #expect(suspects.filter { $0.contains(Self.foreign) } == [], "\(file.path)")
      let cited = file.comments.filter { $0.contains(".md") }.flatMap {
        $0.matches(of: Self.document).map { String($0.output) }
      }
      #expect(cited.filter { name in !documents.contains { $0.hasSuffix(name) } } == [], "\(file.path)")
    }
  }

  /// The constants to be confirmed by a recording, from rows that begin with their names.
  private static let constants = table.text.matches(of: /\n\| `(\w+)\.(\w+)`/).map { (type: $0.1, member: $0.2) }

  @Test func `each value to be recorded is a constant of the model`() {
    #expect(Self.constants.count >= 5)
    let files = SourceTree.sources.filter { $0.path.hasPrefix("Sources/Navigation/Model/") }
    for (type, member) in Self.constants {
      let isThere = files.contains { file in
        file.code.contains { $0.text.contains(" \(type)") } && file.code.contains { $0.text.contains("\(member)") }
      }
      #expect(isThere, "\(type).\(member)")
    }
  }

  static let examples: [(String, [String])] = [
    ("SYS0-12 to SYS0-14 and CL-7", ["SYS0-12", "SYS0-13", "SYS0-14", "CL-7"]),
    ("`SYS1-40…42`, M0", ["SYS1-40", "SYS1-41", "SYS1-42", "M0"]),
    ("iPad Pro 11-inch (M4) HTTP-7 XM9 NSC-1 UTF-8", []), ("(M11) SC-1,2 DM-7.", ["M11", "SC-1", "DM-7"]),
    ("SC-99 SYS9-1 XY-3 D-1", ["SC-99", "SYS9-1", "XY-3", "D-1"]),
    ("TB-3…TB-1", ["TB-3"]),
  ]

  @Test(arguments: examples) func `citations are read`(_ row: (String, [String])) {
    #expect(RuleID.cited(in: row.0).map(\.description) == row.1)
  }

  static let lines: [(String, RuleTable.State?, [String])] = [
    ("| CL-7 | a rule | ours | `A.swift`, `b/B+C.swift` |", .implemented, ["A.swift", "b/B+C.swift"]),
    ("| M0 | a rule | OU | otherwise: as that is: `A.swift` |", .otherwise, ["A.swift"]),
    ("| D-1 | a question | what is done | outside: not offered |", .outside, []),
    ("| CL-7, CL-8 | two rules | ours | `A.swift` |", nil, []), ("| CL-7 | a rule | `A.swift` |", nil, []),
  ]

  @Test(arguments: lines) func `rows are read`(_ row: (line: String, state: RuleTable.State?, files: [String])) {
    let table = RuleTable("| Id | Rule | Source | Where |\n|---|---|---|---|\n\(row.line)\n")
    #expect(table.rows.first?.state == row.state && table.rows.first?.files ?? [] == row.files)
    #expect(table.misread.isEmpty == (row.state != nil))
  }
}
