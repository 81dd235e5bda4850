import Testing

/// What the documentation says of each rule, against the tests that cite it.
@Suite struct RuleTableTests {
  /// Rules that are neither implemented nor decided yet.
  static let open: Set<RuleID> = []

  private static let table = SourceTree.text(RuleTable.path).map(RuleTable.init)

  /// By the names of tests and by their rows, not by the comments around them.
  private static let citedByTests = citations(in: SourceTree.tests) { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }

  private static func citations(in files: [SourceTree.File], where counts: (String) -> Bool = { _ in true }) -> Set<RuleID> {
    files.filter { $0.target != "ArchitectureTests" }.reduce(into: []) { rules, file in
      rules.formUnion(RuleID.cited(in: file.lines.filter(counts).joined(separator: "\n")))
    }
  }

  @Test func `every rule has its place in the table once, and no other has`() throws {
    let listed = try #require(Self.table).rows.flatMap(\.rules)
    #expect(Set(listed).count == listed.count, "\(Set(listed.filter { id in listed.count { $0 == id } > 1 }).sorted())")
    #expect(Set(listed) == Set(RuleID.all), "\(Set(listed).symmetricDifference(RuleID.all).sorted())")
  }

  @Test func `every row says what and why`() throws {
    for row in try #require(Self.table).rows {
      #expect(row.state != nil && !row.rules.isEmpty && !row.text.isEmpty, "\(row)")
      #expect(row.rules.count == 1 || Set(row.rules.map(\.family)).count == 1, "\(row): a run of one family")
    }
  }

  @Test(arguments: RuleID.families.map(\.name)) func `what is implemented or decided is cited by a test`(_ family: String) throws {
    let rows = try #require(Self.table).rows.filter { $0.state?.isProven ?? false }
    let proven = rows.flatMap(\.rules).filter { $0.family == family }
    #expect(proven.filter { !Self.citedByTests.contains($0) } == [])
  }

  @Test func `what is cited exists`() throws {
    for file in SourceTree.sources.filter({ $0.target == "NavigationModel" }) + SourceTree.tests {
      #expect(Self.citations(in: [file]).filter { !$0.exists } == [], "\(file.path)")
    }
    for path in [RuleTable.path, "Sources/README.md", "Tests/README.md"] {
      #expect(RuleID.cited(in: SourceTree.text(path) ?? "").filter { !$0.exists } == [], "\(path)")
    }
  }

  @Test func `the counts are those of the table`() throws {
    let table = try #require(Self.table)
    let isSaid = table.text.contains("**\(table.counts)**")
    #expect(isSaid, "**\(table.counts)**")
    #expect(table.rows.map(\.rules.count).reduce(0, +) == RuleID.all.count)
  }

  @Test func `what is open is known to be`() throws {
    #expect(try Set(#require(Self.table).rules(.open)) == Self.open)
  }

  static let examples: [(String, [String])] = [
    ("SYS0-12 to SYS0-14 and CL-7", ["SYS0-12", "SYS0-13", "SYS0-14", "CL-7"]),
    ("`SYS1-40…42`, M0", ["SYS1-40", "SYS1-41", "SYS1-42", "M0"]),
    ("iPad Pro 11-inch (M4) HTTP-7 XM9 NSC-1 UTF-8", []), ("(M11) SC-1,2 DM-7.", ["M11", "SC-1", "DM-7"]),
    ("SC-99 SYS9-1", ["SC-99", "SYS9-1"]),
    ("TB-3…TB-1", ["TB-3"]),
  ]

  @Test(arguments: examples) func `citations are read`(_ row: (String, [String])) {
    #expect(RuleID.cited(in: row.0).map(\.description) == row.1)
  }

  @Test func `rules that are none are told apart`() {
    #expect(!RuleID(family: "SC", number: 14).exists && !RuleID(family: "SYS9", number: 1).exists && RuleID(family: "M", number: 0).exists)
  }
}
