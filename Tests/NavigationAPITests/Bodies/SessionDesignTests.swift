import NavigationAPI
import NavigationJSON
import Testing

/// A design is the body of a creation, or a snapshot of any schema, with routes beside it.
@Suite struct SessionDesignTests {
  private static let routes = #""routes":{"a":{"offers":[{"route":"b"}]},"b":{"opens":"push"}}"#
  private static let root = #""environment":{"device":"iPhone 15"},"root":{"kind":"screen","id":"s","route":"a"}"#

  @Test func `a design is written as it was read`() throws {
    let json = #"{"root":{"kind":"screen","route":"a"},\#(Self.routes)}"#
    let design = try read(SessionDesign.self, json)
    #expect(design.routes?.routes.map(\.name) == ["a", "b"])
    #expect(try read(SessionDesign.self, text(design)) == design)
  }

  @Test func `without routes it is the body of a creation`() throws {
    let json = "{\(Self.root)}"
    let creation = try read(CreateSession.self, json)
    #expect(try read(SessionDesign.self, json) == SessionDesign(creation))
    #expect(text(SessionDesign(creation)) == text(creation))
  }

  /// The migration of an older schema keeps the table and the pointer into it.
  @Test(arguments: [#""schema":1,"#, ""])
  func `a snapshot has routes beside it`(schema: String) throws {
    #expect(try read(SessionDesign.self, "{\(schema)\(Self.root),\(Self.routes)}").routes?.routes.count == 2)
    let json = #"{\#(schema)\#(Self.root),"routes":{"a":{"offers":[{"route":"b"}]}}}"#
    #expect(throws: BodyRefusal.routes(.unknownRoute("b"), pointer: "/routes/a/offers/0/route")) {
      try read(SessionDesign.self, json)
    }
  }

  @Test func `nothing else may stand beside it`() {
    let refusal = #expect(throws: BodyRefusal.self) {
      try read(SessionDesign.self, "{\(Self.root),\(Self.routes),\"checks\":[]}")
    }
    #expect(refusal?.pointer == "/checks")
  }
}
