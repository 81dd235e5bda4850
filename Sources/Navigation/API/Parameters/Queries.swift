public struct SessionQuery: Query {
  /// Seconds that a request can wait for a change.
  public static let waitRange = 1...60

  /// Seconds to wait for a revision that is not in `If-None-Match`; nil: no wait.
  public var wait: Int?

  public init(wait: Int? = nil) { self.wait = wait }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("wait", &wait, in: Self.waitRange)
  }
}

public struct SnapshotQuery: Query {
  /// The requested revision; nil: the current one.
  public var revision: Int?

  public init(revision: Int? = nil) { self.revision = revision }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("revision", &revision, in: TransitionListQuery.revisionRange)
  }
}

public struct TransitionQuery: Query {
  /// Optional members of a record.
  public enum Inclusion: String, CaseIterable, Hashable, Sendable {
    case session, changes
  }

  public var include: Set<Inclusion>
  /// Whether to answer without committing anything.
  public var dryRun: Bool

  public init(include: Set<Inclusion> = [], dryRun: Bool = false) {
    self.include = include
    self.dryRun = dryRun
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.words("include", &include)
    q.flag("dryRun", &dryRun)
  }
}

/// A page of a session's history, oldest record first.
public struct TransitionListQuery: Query {
  /// Valid numbers of records per page.
  public static let limitRange = 1...1_000
  public static let defaultLimit = 100
  /// Valid revisions for `after`.
  public static let revisionRange = 0...999_999_999_999

  /// The revision before the page; nil: start with the oldest retained record.
  public var after: Int?
  public var limit: Int
  public var include: Set<TransitionQuery.Inclusion>

  public init(after: Int? = nil, limit: Int = defaultLimit, include: Set<TransitionQuery.Inclusion> = []) {
    self.after = after
    self.limit = limit
    self.include = include
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("after", &after, in: Self.revisionRange)
    q.int("limit", &limit, in: Self.limitRange, unless: Self.defaultLimit)
    q.words("include", &include)
  }
}

public struct EventStreamQuery: Query {
  /// The header field with the last received revision; it overrides `after`.
  public static let lastEventID: StaticString = "Last-Event-ID"
  public static let mediaType: StaticString = "text/event-stream"

  /// The revision to resume after; nil: start with the current session.
  public var after: Int?
  public var include: Set<TransitionQuery.Inclusion>

  public init(after: Int? = nil, include: Set<TransitionQuery.Inclusion> = []) {
    self.after = after
    self.include = include
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.int("after", &after, in: TransitionListQuery.revisionRange)
    q.words("include", &include)
  }

  /// - Parameter lastEventID: the value of the field; nil without it.
  public init(_ query: ArraySlice<UInt8>?, lastEventID: String?) throws(Problem) {
    try self.init(query)
    guard let lastEventID else { return }
    guard let revision = Int(lastEventID), String(revision) == lastEventID,
      TransitionListQuery.revisionRange.contains(revision)
    else { throw Problem.invalidHeader("Last-Event-ID", "The id of an event is a revision, such as 3.") }
    after = revision
  }
}

/// The filter and page of a list of sessions, newest first.
public struct SessionListQuery: Query {
  /// Valid numbers of sessions per page.
  public static let limitRange = 1...1_000
  public static let defaultLimit = 100

  /// Only sessions with this `client`.
  public var client: String?
  /// Only sessions with this label: `label=name:value`.
  public var label: Labels.Label?
  public var limit: Int
  /// The end of the previous page, from its `Link`.
  public var after: SessionListCursor?

  public init(
    client: String? = nil, label: Labels.Label? = nil, limit: Int = defaultLimit, after: SessionListCursor? = nil
  ) {
    self.client = client
    self.label = label
    self.limit = limit
    self.after = after
  }

  public static var empty: Self { Self() }

  public mutating func parameters(_ q: inout QueryArchive) {
    q.parameter("client", client) { (text) throws(Problem) in
      guard CreateSession.clientBytes.contains(text.utf8.count) else {
        throw Problem.invalidParameter("client", "The parameter has \(CreateSession.clientRule).")
      }
      client = text
    }
    q.parameter("label", label.map { $0.name + ":" + $0.value }) { (text) throws(Problem) in
      label = try Self.label(text)
    }
    q.int("limit", &limit, in: Self.limitRange, unless: Self.defaultLimit)
    q.parameter("after", after?.description) { (text) throws(Problem) in
      guard let cursor = SessionListCursor(text) else { throw Self.invalidCursor }
      after = cursor
    }
  }

  public static var invalidCursor: Problem {
    Problem.invalidParameter("after", "The parameter comes from the Link of another page and is not to be made up.")
  }

  private static func label(_ text: String) throws(Problem) -> Labels.Label {
    // By bytes: with an accent after it, the colon would be another character.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw Problem.invalidParameter("label", "The parameter is name:value.")
    }
    let label = Labels.Label(name: String(text[..<colon]), value: String(text[text.utf8.index(after: colon)...]))
    guard Labels.isName(label.name), Labels.isValue(label.value) else {
      throw Problem.invalidParameter("label", "The parameter is name:value; \(Labels.nameRule), \(Labels.valueRule).")
    }
    return label
  }
}

/// A position in the list of an owner's sessions, stable under creations and deletions.
public struct SessionListCursor: Hashable, Sendable, CustomStringConvertible {
  /// The ordinal of the page's last session, in order of creation among all sessions; sealed on a server with keys.
  public let ordinal: UInt64

  public init(ordinal: UInt64) { self.ordinal = ordinal }

  init?(_ text: String) {
    guard text.utf8.count <= 13, let ordinal = UInt64(text, radix: 36), String(ordinal, radix: 36) == text else {
      return nil
    }
    self.ordinal = ordinal
  }

  public var description: String { String(ordinal, radix: 36) }
}

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
