import FoundationEssentials
import Navigation
import Testing

/// The version is the same in all files that state it.
@Suite struct VersionTests {
  static let places: [(path: String, before: String, after: Character)] = [
    ("openapi.yaml", "\n  version: '", "'"),
    ("Dockerfile", "org.opencontainers.image.version=\"", "\""),
    // The newest release is first.
    (".github/CHANGELOG.md", "\n## ", "\n"),
  ]

  @Test(arguments: places) func aFileHasTheServersVersion(path: String, before: String, after: Character) throws {
    var top = URL(filePath: #filePath)
    for _ in 0..<3 { top.deleteLastPathComponent() }
    let text = try String(contentsOf: top.appending(path: path), encoding: .utf8)
    let rest = try #require(text.range(of: before).map { text[$0.upperBound...] })
    #expect(rest.prefix { $0 != after } == Release.version)
  }

  @Test func theVersionIsANumber() {
    #expect(Release.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
  }
}
