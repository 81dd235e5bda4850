import HTTPMessages
import Navigation
import NavigationService
import Testing

/// The pages for browsers and their files.
@Suite struct InspectorTests {
  typealias Service = ServiceUnderTest

  static let targets = ["/", "/docs"] + InspectorFile.allCases.map { Endpoint($0).path }

  /// What is compiled in besides: the contract, and what a language model reads.
  static let documents = ["/openapi.yaml", "/openapi.json", "/llms.txt"]

  /// The most bytes of both pages with all that they load, without the contract and the pictures' own stylesheet, and the
  /// most modules.
  static let lengthLimit = 160_000
  static let moduleLimit = 33

  @Test(arguments: targets) func aFileIsServed(target: String) throws {
    let response = try Service().get(target)
    #expect(response.status == .ok && !response.body.isEmpty)
    #expect(String(validating: response.body, as: UTF8.self) != nil)
    #expect(response.value(of: "Content-Type")?.hasSuffix("; charset=utf-8") == true)
    #expect(response.value(of: "Cache-Control") == "no-cache")
    let policy = try #require(response.value(of: "Content-Security-Policy")).split(separator: "; ")
    #expect(
      policy.first == "default-src 'self'" && policy.contains("frame-ancestors 'none'")
        && policy.contains("base-uri 'none'"))
    #expect(!policy.contains { $0.contains("unsafe") || $0.contains("http") || $0.contains("data:") })
  }

  @Test(arguments: targets + documents) func aFileHasATagOfItsContent(target: String) throws {
    let service = Service()
    let tag = try #require(try service.get(target).value(of: "ETag"))
    #expect(tag.wholeMatch(of: /"[1-9][0-9]{0,17}"/) != nil)
    for field in [tag, "W/" + tag, "\"1\", " + tag, "*"] {
      for method in [HTTPMethod.get, .head] {
        let known = try service.send(method, target, [("If-None-Match", field)])
        #expect(known.status == .notModified && known.body.isEmpty)
        #expect(known.value(of: "ETag") == tag && known.value(of: "Cache-Control") == "no-cache")
      }
    }
    #expect(try service.get(target, [("If-None-Match", "\"1\", \"x\"")]).status == .ok)
    #expect(try service.get(target, [("If-None-Match", "1")]).code == "invalid-header")
    // Each server of a version has the same tag.
    #expect(try Service().get(target).value(of: "ETag") == tag)
  }

  @Test func everyFileHasATagOfItsOwn() throws {
    let service = Service()
    let tags = try (Self.targets + Self.documents).map { try service.get($0).value(of: "ETag") }
    #expect(Set(tags).count == tags.count)
  }

  @Test(arguments: targets + documents) func aFileTakesNoParameters(target: String) throws {
    #expect(try Service().get(target + "?v=1").code == "invalid-parameter")
    #expect(try Service().post(target, "{}").code == "method-not-allowed")
  }

  /// Comments and indentation are not sent.
  @Test(arguments: targets) func aFileHasNoCommentsAndNoIndentation(target: String) throws {
    let lines = try Service().get(target).text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(
      lines.filter { $0.isEmpty || $0.hasPrefix(" ") || $0.hasPrefix("//") || $0.hasPrefix("/*") || $0.hasSuffix("*/") }
        == [])
  }

  @Test func thePageNamesItsDocuments() throws {
    #expect(try Service().get("/").text.contains(#"<a id="docs" href="docs">"#))
  }

  @Test func thePagesAreLight() throws {
    let service = Service()
    let pages = try ["/", "/docs"].map { try service.get($0).text.utf8.count }
    let files = InspectorFile.allCases.filter { $0 != .pictureStyle }
    #expect(files.count { $0.rawValue.hasSuffix(".js") } <= Self.moduleLimit)
    let bytes = try files.reduce(pages.reduce(0, +)) { try $0 + service.get(Endpoint($1).path).body.count }
    #expect(bytes < Self.lengthLimit)
  }

  /// A module that imports another one is not imported by it, directly or not.
  @Test func noModulesImportEachOther() throws {
    let service = Service()
    var imports: [String: [String]] = [:]
    for file in InspectorFile.allCases.map(\.rawValue) where file.hasSuffix(".js") {
      imports[file] = try service.get("/inspector/" + file).text.matches(of: /from "\.\/([^"]+)"/).map { String($0.1) }
    }
    while let free = imports.first(where: { $0.value.allSatisfy { imports[$0] == nil } })?.key { imports[free] = nil }
    #expect(imports.keys.sorted() == [])
  }

  @Test func thePageKnowsTheTransitionsOfAUser() throws {
    let text = try Service().get("/inspector/words.js").text
    let line = try #require(text.firstMatch(of: /const gestures ?= ?\[(.*?)\]/)).1
    let gestures = line.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(Set(gestures) == Set(Transition.Action.kinds.filter { $0.actor == .user }.map(\.type)))
  }

  @Test(arguments: Controller.Kind.allCases) func thePageNamesEachKind(kind: Controller.Kind) throws {
    let line = try Service().get("/inspector/tree.js").text.split(separator: "\n").first { $0.hasPrefix("const kinds") }
    #expect(line?.contains("\(kind.rawValue):") == true)
  }

  /// Every address in the page and its files exists below `/inspector/`; there are no others.
  @Test func nothingIsLoadedFromElsewhere() throws {
    let service = Service()
    let texts = try Self.targets.map { try service.get($0).text }
    let named = texts.flatMap { $0.matches(of: /(?:\/inspector\/|"\.\/)([a-z0-9.-]+)/).map { String($0.1) } }
    #expect(Set(named).subtracting(InspectorFile.allCases.map(\.rawValue)) == [])
    let addresses = texts.flatMap { $0.matches(of: /https?:\/\/[^"'` )\s]*/).map { String($0.0) } }
    #expect(Set(addresses).subtracting(["http://www.w3.org/2000/svg"]) == [])
  }
}
