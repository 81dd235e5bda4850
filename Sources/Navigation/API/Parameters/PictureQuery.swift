/// The options of a picture.
public struct PictureQuery: Query {
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// Box-drawing characters for a terminal, at most 80 columns.
    case text
    case svg

    /// The media type, without parameters.
    public var mediaType: StaticString {
      switch self {
      case .text: "text/plain"
      case .svg: "image/svg+xml"
      }
    }
  }

  /// The source of an SVG's colours.
  public enum Style: String, CaseIterable, Hashable, Sendable {
    /// Classes only; the embedding page has the stylesheet.
    case classes
    /// The SVG contains the stylesheet and needs no page.
    case embedded
  }

  public static let scaleRange = 0.1...4.0

  public var format: Format
  /// Whether hidden content is drawn beside the window.
  public var showsHidden: Bool
  /// The factor for the window's points, for SVG only; text with it is refused.
  public var scale: Double
  /// For SVG only; text with it is refused.
  public var style: Style

  public init(format: Format = .text, showsHidden: Bool = false, scale: Double = 1, style: Style = .classes) {
    self.format = format
    self.showsHidden = showsHidden
    self.scale = scale
    self.style = style
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.word("format", &format, unless: .text)
    q.flag("hidden", &showsHidden)
    if format == .text {
      for name in ["scale", "style"] { q.refuse(name, "Only a picture as SVG has this, with format=svg.") }
    }
    q.decimal("scale", &scale, in: Self.scaleRange, unless: 1)
    q.word("style", &style, unless: .classes)
  }
}

/// The query of a session's picture.
public struct SessionPictureQuery: Query {
  /// The revision to draw; nil: the current one.
  public var revision: Int?
  public var picture: PictureQuery

  public init(revision: Int? = nil, picture: PictureQuery = PictureQuery()) {
    self.revision = revision
    self.picture = picture
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("revision", &revision, in: TransitionListQuery.revisionRange)
    picture.parameters(&q)
  }
}
