/// The filter and page of a list of sessions, newest first.
public struct SessionListQuery: Query {
  /// One label that a session must have.
  public struct Label: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Valid numbers of sessions per page.
  public static let limitRange = 1...1_000
  public static let defaultLimit = 100

  /// Only sessions with this `client`.
  public var client: String?
  /// Only sessions with this label: `label=name:value`.
  public var label: Label?
  public var limit: Int
  /// The end of the previous page, from its `Link`.
  public var after: SessionListCursor?

  public init(client: String? = nil, label: Label? = nil, limit: Int = defaultLimit, after: SessionListCursor? = nil) {
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

  private static func label(_ text: String) throws(Problem) -> Label {
    // By bytes: with an accent after it, the colon would be another character.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw Problem.invalidParameter("label", "The parameter is name:value.")
    }
    let label = Label(name: String(text[..<colon]), value: String(text[text.utf8.index(after: colon)...]))
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

  /// Nil for an invalid cursor.
  init?(_ text: String) {
    guard text.utf8.count <= 13, let ordinal = UInt64(text, radix: 36), String(ordinal, radix: 36) == text else {
      return nil
    }
    self.ordinal = ordinal
  }

  public var description: String { String(ordinal, radix: 36) }
}
