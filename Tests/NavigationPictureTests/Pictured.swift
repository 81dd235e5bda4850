import Navigation
import NavigationPicture
import Testing

/// A session to draw: a layout, a tree or an app with its routes, its environment, and transitions.
struct Pictured: Sendable, CustomTestStringConvertible {
  /// The name of its files.
  var name: String
  var layout: Arrangement
  /// The `environment` of a create body.
  var environment: String
  /// JSON objects.
  var transitions: [String]
  var showsHidden = false

  enum Arrangement: Sendable {
    /// A `layout` of a create body.
    case layout(String)
    /// A `root` of a create body.
    case root(String)
    /// The body of an app with its `routes`.
    case design(String)
  }

  init(
    _ name: String, _ layout: Arrangement, _ environment: String, _ transitions: [String] = [],
    showsHidden: Bool = false
  ) {
    self.name = name
    self.layout = layout
    self.environment = environment
    self.transitions = transitions
    self.showsHidden = showsHidden
  }

  var testDescription: String { name }

  var routes: ScreenRoutes? {
    get throws {
      switch layout {
      case .layout, .root: nil
      case .design(let text): try Design(json: text.utf8).app.routes
      }
    }
  }

  func session() throws -> Session {
    let place = try Environment(json: JSONDocument(environment).root)
    var session: Session
    switch layout {
    case .layout(let text): session = try .open(Layout(json: JSONDocument(text).root).controller(), in: place).session
    case .root(let text): session = try .open(Controller(json: JSONDocument(text).root), in: place).session
    case .design(let text):
      var app = try Design(json: text.utf8).app
      app.environment = place
      session = try app.open().session
    }
    for transition in transitions {
      _ = try session.apply(Transition(json: JSONDocument(transition).root), routes: try routes)
    }
    return session
  }

  func picture() throws -> SessionPicture {
    SessionPicture(of: try session(), showsHidden: showsHidden, routes: try routes)
  }
}
