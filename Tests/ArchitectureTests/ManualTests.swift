import Foundation
import Testing

/// A manual's sections and links, outside its code.
struct Manual: Sendable, CustomTestStringConvertible {
  var path: String
  var size: Int
  /// Lines without code; a block of it is left out.
  var lines: [String] = []

  init(path: String, text: String) {
    self.path = path
    size = text.utf8.count
    var isCode = false
    for line in text.components(separatedBy: "\n") {
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      if !isFence, !isCode { lines.append(line) }
    }
  }

  var testDescription: String { path }

  /// The texts of headings of a level, or of all.
  func headings(level: Int? = nil) -> [Substring] {
    lines.compactMap { line in
      guard let match = line.wholeMatch(of: /(#+) (.+)/), level == nil || match.1.count == level else { return nil }
      return match.2
    }
  }

  /// As GitHub makes it of a heading: words without punctuation, with hyphens.
  static func anchor(_ heading: some StringProtocol) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return kept.replacing(" ", with: "-")
  }

  /// The anchors; of headings alike the further ones are numbered.
  var anchors: Set<String> {
    var (found, counts): (Set<String>, [String: Int]) = ([], [:])
    for anchor in headings().map({ Self.anchor($0) }) {
      let count = counts[anchor, default: 0]
      found.insert(count == 0 ? anchor : "\(anchor)-\(count)")
      counts[anchor] = count + 1
    }
    return found
  }

  /// Where the links and the pictures of lines lead, but for other sites.
  static func targets(_ lines: some Sequence<String>) -> [String] {
    lines.flatMap { line in
      let text = line.replacing(/`[^`]*`/, with: "")
      return text.matches(of: /\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/).compactMap { $0.1 ?? $0.2 }.map(String.init)
    }
    .filter { !$0.contains(":") }
  }

  /// The targets before the first section.
  var contents: Set<String> { Set(Self.targets(lines.prefix { !$0.hasPrefix("## ") })) }

  /// The links that lead nowhere.
  func broken(in manuals: [String: Manual]) -> [String] {
    Self.targets(lines).filter { target in
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let folder = SourceTree.root.appendingPathComponent(path).deletingLastPathComponent()
      let file = parts[0].isEmpty ? path : Self.path(String(parts[0]), from: folder)
      let isThere = FileManager.default.fileExists(atPath: SourceTree.root.appendingPathComponent(file).path)
      guard isThere else { return true }
      return parts.count > 1 && manuals[file]?.anchors.contains(String(parts[1])) != true
    }
  }

  private static func path(_ target: String, from folder: URL) -> String {
    let file = folder.appendingPathComponent(target).standardizedFileURL.path
    let root = SourceTree.root.standardizedFileURL.path + "/"
    return file.hasPrefix(root) ? String(file.dropFirst(root.count)) : target
  }
}

/// The manuals as documents.
@Suite struct ManualTests {
  private static let all = (SourceTree.manuals + [RuleTable.path]).map { path in
    Manual(path: path, text: SourceTree.text(path) ?? "")
  }
  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
  /// The most bytes of a manual without contents. The README is one page, and the rules are a table.
  private static let shortest = 8 << 10
  private static let long = all.filter {
    $0.size > shortest && $0.path != "README.md" && $0.path != RuleTable.path
  }

  @Test(arguments: all) func `a link leads somewhere`(_ manual: Manual) {
    #expect(manual.broken(in: Self.byPath) == [])
  }

  @Test func `there are links to look at`() {
    #expect(Self.long.count > 5 && Self.all.flatMap { Manual.targets($0.lines) }.count > 100)
  }

  @Test(arguments: long) func `a long manual begins with its contents`(_ manual: Manual) {
    let sections = manual.headings(level: 2)
    #expect(sections.filter { !manual.contents.contains("#" + Manual.anchor($0)) } == [])
  }

  @Test(
    arguments: [
      ("The delegate's answers", "the-delegates-answers"), ("An archive, and TLS", "an-archive-and-tls"),
      ("The command `navigation`", "the-command-navigation"), ("Two servers: on-line", "two-servers-on-line"),
    ])
  func `a heading has an anchor`(heading: String, anchor: String) { #expect(Manual.anchor(heading) == anchor) }

  @Test func `links in code are none, and a missing file or section is found`() {
    let text = """
      # A
      [a](#a) [b](B.md) `[c](C.md)` <img src="d.svg"> [e](https://e.example) [f](README.md#a) [g](README.md#none)
      ```sh
      [h](H.md)
      ```
      """
    let manual = Manual(path: "README.md", text: text)
    #expect(Manual.targets(manual.lines) == ["#a", "B.md", "d.svg", "README.md#a", "README.md#none"])
    #expect(manual.broken(in: ["README.md": manual]) == ["B.md", "d.svg", "README.md#none"])
  }
}
