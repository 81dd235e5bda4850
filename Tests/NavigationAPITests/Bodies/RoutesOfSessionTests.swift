import Navigation
import Testing

/// The body of a creation, or a snapshot, may have routes beside its tree.
@Suite struct RoutesOfSessionTests {
  private static let routes = #""routes":{"a":{"offers":[{"route":"b"}]},"b":{"opens":"push"}}"#
  private static let root = #""environment":{"device":"iPhone 15"},"root":{"kind":"screen","id":"s","route":"a"}"#

  @Test func `a body is written as it was read`() throws {
    let json = #"{"root":{"kind":"screen","route":"a"},\#(Self.routes)}"#
    let design = try read(CreateSession.self, json)
    #expect(design.routes?.routes.map(\.name) == ["a", "b"])
    #expect(try read(CreateSession.self, text(design)) == design)
  }

  /// A record keeps it.
  @Test func `a layout in a window by default is written as short as it was read`() throws {
    let json = #"{"layout":{"name":"stack","screen":{"route":"a"}},\#(Self.routes)}"#
    #expect(text(try read(CreateSession.self, json)) == json)
  }

  @Test func `a snapshot may have routes`() throws {
    let creation = try read(CreateSession.self, "{\(Self.root),\(Self.routes)}")
    let session = try creation.open().session
    let bytes = Snapshot(session, routes: creation.routes).json()
    let again = try CreateSession(request: bytes)
    #expect(try again.routes == creation.routes && again.open().session == session)
  }

  @Test(arguments: [#""schema":1,"#, ""])
  func `a snapshot has routes beside it`(schema: String) throws {
    #expect(try read(CreateSession.self, "{\(schema)\(Self.root),\(Self.routes)}").routes?.routes.count == 2)
    let json = #"{\#(schema)\#(Self.root),"routes":{"a":{"offers":[{"route":"b"}]}}}"#
    #expect(throws: BodyRefusal.routes(.unknownRoute("b"), pointer: "/routes/a/offers/0/route")) {
      try read(CreateSession.self, json)
    }
  }

  /// D-361: beside the routes, in a creation and in a snapshot; alone they say nothing.
  @Test(arguments: [#""schema":1,"#, ""])
  func `prefixes stand beside routes`(schema: String) throws {
    let json = "{\(schema)\(Self.root),\(Self.routes),\"prefixes\":[\"/en\"]}"
    let creation = try read(CreateSession.self, json)
    #expect(creation.routes?.prefixes.map(\.text) == ["/en"])
    #expect(try read(CreateSession.self, text(creation)) == creation)
    let bytes = Snapshot(try creation.open().session, routes: creation.routes).json()
    #expect(try CreateSession(request: bytes).routes == creation.routes)
    let refusal = #expect(throws: BodyRefusal.self) {
      try read(CreateSession.self, "{\(schema)\(Self.root),\"prefixes\":[]}")
    }
    #expect(refusal?.pointer == "/prefixes")
    guard case .json(let error)? = refusal else { return #expect(refusal == nil) }
    #expect(error.detail.contains("\"routes\""))
  }

  @Test func `nothing else may stand beside it`() {
    let refusal = #expect(throws: BodyRefusal.self) {
      try read(CreateSession.self, "{\(Self.root),\(Self.routes),\"checks\":[]}")
    }
    #expect(refusal?.pointer == "/checks")
  }
}
