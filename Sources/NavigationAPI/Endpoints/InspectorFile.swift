/// A file of the server's pages, the inspector and `/docs`; the raw value is the name below `/inspector/`.
public enum InspectorFile: String, CaseIterable, Hashable, Sendable {
  case pageStyle = "page.css"
  case style = "inspector.css"
  case docsStyle = "docs.css"
  case pictureStyle = "picture.css"
  case icon = "icon.svg"
  case api = "api.js"
  case callbacks = "callbacks.js"
  case changes = "changes.js"
  case contract = "contract.js"
  case controls = "controls.js"
  case create = "create.js"
  case curl = "curl.js"
  case docs = "docs.js"
  case edge = "edge.js"
  case element = "element.js"
  case events = "events.js"
  case examples = "examples.js"
  case export = "export.js"
  case happened = "happened.js"
  case history = "history.js"
  case key = "key.js"
  case listing = "listing.js"
  case look = "look.js"
  case main = "main.js"
  case operation = "operation.js"
  case play = "play.js"
  case prose = "prose.js"
  case schema = "schema.js"
  case send = "send.js"
  case session = "session.js"
  case sessions = "sessions.js"
  case stage = "stage.js"
  case state = "state.js"
  case thumbnail = "thumbnail.js"
  case timeline = "timeline.js"
  case transitions = "transitions.js"
  case tree = "tree.js"
  case words = "words.js"

  /// The media type, without parameters.
  public var mediaType: StaticString {
    switch self {
    case .pageStyle, .style, .docsStyle, .pictureStyle: "text/css"
    case .icon: "image/svg+xml"
    case .api, .callbacks, .changes, .contract, .controls, .create, .curl, .docs, .edge, .element, .events, .examples,
      .export, .happened, .history, .key, .listing, .look, .main, .operation, .play, .prose, .schema, .send, .session,
      .sessions, .stage, .state, .thumbnail, .timeline, .transitions, .tree, .words:
      "text/javascript"
    }
  }
}
