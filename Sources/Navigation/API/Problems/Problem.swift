/// A problem of RFC 9457: what failed, and where.
///
/// Its content is behind one reference: inline they would be 216 bytes of each function that may throw it.
@dynamicMemberLookup
public struct Problem: Error, Hashable, Sendable {
  private indirect enum Box: Hashable, Sendable {
    case content(Content)
  }

  private var box: Box

  public subscript<Value>(dynamicMember member: WritableKeyPath<Content, Value>) -> Value {
    get { content[keyPath: member] }
    set { content[keyPath: member] = newValue }
  }

  public subscript<Value>(dynamicMember member: KeyPath<Content, Value>) -> Value { content[keyPath: member] }

  private var content: Content {
    get {
      switch box {
      case .content(let content): content
      }
    }
    set { box = .content(newValue) }
  }

  public init(_ code: ProblemCode, _ detail: String) {
    let meaning = code.meaning
    self.init(code: code.rawValue, title: meaning.title, status: meaning.status, detail: detail)
  }

  init(code: String, title: String, status: Int, detail: String) {
    box = .content(Content(code: code, title: title, status: status, detail: detail))
  }

  /// The code, if this version knows it.
  public var known: ProblemCode? { ProblemCode(rawValue: self.code) }

  /// The media type of a problem (RFC 9457 §6.1).
  public static let mediaType: StaticString = "application/problem+json"

  /// The content of a problem.
  public struct Content: Hashable, Sendable {
    /// The code; an unknown one is preserved as received.
    public internal(set) var code: String
    public internal(set) var title: String
    public internal(set) var status: Int
    /// The details of this occurrence: one or two English sentences.
    public var detail: String
    /// The request's `X-Request-Id`.
    public var requestId: String?
    /// RFC 6901 pointer into the request's body.
    public var pointer: String?
    /// The query parameter at fault.
    public var parameter: String?
    /// The header field at fault.
    public var header: String?
    /// The controller at fault.
    public var controller: String?
    /// The container of the controller that has the requested id.
    public var container: String?
    /// How the session retains that controller; an unknown word is preserved as received.
    public var kept: String?
    /// The session's current revision.
    public var revision: Int?
    /// The index of the refused transition in a batch, from 0.
    public var index: Int?
  }

  /// Its detail, and where in the body.
  public var sentences: String { self.detail + (self.pointer.map { $0.isEmpty ? "" : " At \($0)." } ?? "") }
}

extension Problem {
  /// A problem with the parameter at fault.
  public static func invalidParameter(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.invalidParameter, detail)
    problem.parameter = name
    return problem
  }

  /// A problem with the header field that names an unsupported format.
  public static func unsupportedMediaType(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.unsupportedMediaType, detail)
    problem.header = name
    return problem
  }

  /// A problem with the header field at fault.
  public static func invalidHeader(_ name: String, _ detail: String) -> Problem {
    var problem = Problem(.invalidHeader, detail)
    problem.header = name
    return problem
  }
}

extension Problem {
  /// Invalid JSON, or JSON of an unexpected shape.
  public init(_ error: JSONError) {
    switch error.kind {
    case .malformed: self.init(.malformedJSON, "\(error.detail), at byte \(error.offset).")
    case .invalid: self.init(.invalidBody, error.detail.hasSuffix("?") ? error.detail : error.detail + ".")
    }
    self.pointer = error.pointer
  }
}

extension Problem {
  /// A refused request body.
  public init(_ refusal: BodyRefusal) {
    switch refusal {
    case .json(let error):
      self.init(error)
    case .model(let rejection, let pointer):
      self.init(rejection)
      self.pointer = pointer
      self.index = Self.member(pointer)
    case .unknownSchema(let pointer):
      self.init(.unknownSchema, "The snapshot's schema is not \(Snapshot.schema), the only one that this server knows.")
      self.pointer = pointer
    case .notInBatch(let pointer):
      self.init(.notInBatch, "undo, redo and revert are each a request of its own.")
      self.pointer = pointer
      self.index = Self.member(pointer)
    case .batchLimit(let count, let pointer):
      self.init(
        .batchLimit, "The batch has \(count) transitions; at most \(TransitionRequest.batchLimit) are possible.")
      self.pointer = pointer
    case .routes(let fault, let pointer):
      self.init(fault)
      self.pointer = pointer
    }
  }

  /// The index of the batch member that `pointer` points into; nil for any other pointer.
  private static func member(_ pointer: String) -> Int? {
    guard let tokens = JSONPointer.tokens(pointer), tokens.count > 1, tokens[0] == "transitions" else { return nil }
    return Int(tokens[1])
  }
}
