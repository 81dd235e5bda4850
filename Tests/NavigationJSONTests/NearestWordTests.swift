import Testing

@testable import Navigation

@Suite struct NearestWordTests {
  private static let words = [
    "port", "host", "store", "log-level", "iPhone 17", "iPhone 17 Pro", "iPhone 17 Pro Max", "topTabs", "of",
  ]

  @Test(
    arguments: [
      ("prot", "port"), ("hots", "host"), ("hst", "host"), ("Store", "store"), ("stroe", "store"),
      ("loglevel", "log-level"),
      ("iPhone 17 pr", "iPhone 17 Pro"), ("iphone 17 pro max", "iPhone 17 Pro Max"), ("iPhone17", "iPhone 17"),
      ("toptab", "topTabs"),
      ("OF", "of"), ("fo", nil), ("", nil), ("x", nil), ("xyz", nil), ("window", nil), ("Pixel 9 Pro", nil),
      ("port" + String(repeating: " ", count: 61), nil), (String(repeating: "port", count: 1_000_000), nil),
    ] as [(String, String?)]) func theNearestIsMeant(text: String, word: String?)
  {
    #expect(NearestWord.of(text, among: Self.words) == word)
    #expect(NearestWord.question(text, among: Self.words) == word.map { "Did you mean \($0)?" })
  }

  @Test func theFirstOfTheNearestIsMeant() {
    #expect(NearestWord.of("bost", among: ["boast", "host", "cost", "post"]) == "boast")
    #expect(NearestWord.of("host", among: ["cost", "HOST", "host"]) == "HOST")
    #expect(NearestWord.of("host", among: []) == nil)
  }
}
