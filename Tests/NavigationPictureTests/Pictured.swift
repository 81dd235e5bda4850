import Navigation
import NavigationPicture
import Testing

/// A session to draw: a layout or a tree, its environment, and transitions.
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

  func session() throws -> Session {
    let root =
      switch layout {
      case .layout(let text): try Layout(json: JSONDocument(text).root).controller()
      case .root(let text): try Controller(json: JSONDocument(text).root)
      }
    var session = try Session.open(root, in: Environment(json: JSONDocument(environment).root)).session
    for transition in transitions { _ = try session.apply(Transition(json: JSONDocument(transition).root)) }
    return session
  }

  func picture() throws -> SessionPicture { SessionPicture(of: try session(), showsHidden: showsHidden) }
}
