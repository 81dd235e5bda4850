/// The options of a picture.
public struct PictureQuery: Hashable, Sendable {
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

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    var reader = try QueryReader(query)
    try self.init(&reader)
    try reader.finish()
  }

  fileprivate init(_ reader: inout QueryReader) throws(Problem) {
    self.init()
    format = try reader.word("format", Format.self) ?? format
    showsHidden = try reader.flag("hidden") ?? showsHidden
    switch format {
    case .text:
      for name in ["scale", "style"] where reader.text(name) != nil {
        throw Problem.invalidParameter(name, "Only a picture as SVG has this, with format=svg.")
      }
    case .svg:
      scale = try reader.decimal("scale", in: Self.scaleRange) ?? scale
      style = try reader.word("style", Style.self) ?? style
    }
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    write(to: &writer)
    return writer.text
  }

  fileprivate func write(to writer: inout QueryWriter) {
    writer.add("format", format == .text ? nil : format.rawValue)
    writer.add("hidden", showsHidden ? "true" : nil)
    writer.add("scale", scale == 1 ? nil : "\(scale)")
    writer.add("style", style == .classes ? nil : style.rawValue)
  }
}

/// The query of a session's picture.
public struct SessionPictureQuery: Hashable, Sendable {
  /// The revision to draw; nil: the current one.
  public var revision: Int?
  public var picture: PictureQuery

  public init(revision: Int? = nil, picture: PictureQuery = PictureQuery()) {
    self.revision = revision
    self.picture = picture
  }

  public init(_ query: ArraySlice<UInt8>?) throws(Problem) {
    var reader = try QueryReader(query)
    revision = try reader.int("revision", in: TransitionListQuery.revisionRange)
    picture = try PictureQuery(&reader)
    try reader.finish()
  }

  /// The query with its `?`; empty for defaults only.
  public var text: String {
    var writer = QueryWriter()
    writer.add("revision", revision.map(String.init))
    picture.write(to: &writer)
    return writer.text
  }
}
