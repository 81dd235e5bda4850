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
    let routes = try reader.optional("routes").map(ScreenRoutes.init(json:))
    self.init(try CreateSession(members: &reader), routes: routes)
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    session.writeMembers(to: &writer)
    if let routes {
      writer.key("routes")
      routes.write(to: &writer)
    }
    writer.endObject()
  }
}
