import NavigationJSON
import NavigationModel

/// A session to be opened with the routes of its app: one file for all requests about an app.
public struct SessionDesign: Hashable, Sendable {
  public var session: CreateSession
  /// Nil where it has none.
  public var routes: ScreenRoutes?

  public init(_ session: CreateSession, routes: ScreenRoutes? = nil) {
    self.session = session
    self.routes = routes
  }
}

extension SessionDesign: JSONBody {
  public static var requestDepth: Int { CreateSession.requestDepth }

  /// The members of a `CreateSession`, and `routes`. Throws `newerSchema`, and the errors of its parts.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try Snapshot.upToDate(json).object()
    try self.init(members: &reader)
    try reader.finish()
  }

  init(members reader: inout JSONObjectReader) throws(BodyRefusal) {
    let routes = try reader.optional("routes").map(ScreenRoutes.init(json:))
    self.init(try CreateSession(members: &reader), routes: routes)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  func writeMembers(to writer: inout JSONWriter) {
    session.writeMembers(to: &writer)
    guard let routes else { return }
    writer.key("routes")
    routes.write(to: &writer)
  }
}
