/// The files of the inspector's page, which the server has in itself; the raw value is the name below `/inspector/`.
public enum InspectorFile: String, CaseIterable, Hashable, Sendable {
  case style = "inspector.css"
  case pictureStyle = "picture.css"
  case icon = "icon.svg"
  case script = "inspector.js"

  /// What it is, without parameters.
  public var mediaType: StaticString {
    switch self {
    case .style, .pictureStyle: "text/css"
    case .icon: "image/svg+xml"
    case .script: "text/javascript"
    }
  }
}
