/// A problem of RFC 9457: what failed, and where.
///
/// Its content is behind one reference: inline they would be 216 bytes of each function that may throw it.
@dynamicMemberLookup
public struct Problem: Error, Hashable, Sendable, MemberBody {
  private var content: Boxed<Content>

  public subscript<Value>(dynamicMember member: WritableKeyPath<Content, Value>) -> Value {
    get { content.value[keyPath: member] }
    set { content.value[keyPath: member] = newValue }
  }

  public subscript<Value>(dynamicMember member: KeyPath<Content, Value>) -> Value { content.value[keyPath: member] }

  public init(_ code: ProblemCode, _ detail: String) {
    self.init(code: code.rawValue, title: code.title, status: code.status, detail: detail)
  }

  init(code: String, title: String, status: Int, detail: String) {
    content = Boxed(Content(code: code, title: title, status: status, detail: detail))
  }

  /// The code, if this version knows it.
  public var known: ProblemCode? { ProblemCode(rawValue: self.code) }

  /// The media type of a problem (RFC 9457 §6.1).
  public static let mediaType: StaticString = "application/problem+json"

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

  /// A refused request body: invalid JSON, JSON of an unexpected shape, or what the model refuses.
  public init(_ refusal: BodyRefusal) {
    switch refusal {
    case .json(let error):
      switch error.kind {
      case .malformed: self.init(.malformedJSON, "\(error.detail), at byte \(error.offset).")
      case .invalid: self.init(.invalidBody, error.detail.hasSuffix("?") ? error.detail : error.detail + ".")
      }
    case .model(let rejection, let pointer):
      self.init(rejection)
      self.index = Self.member(pointer)
    case .unknownSchema:
      self.init(.unknownSchema, "The snapshot's schema is not \(Snapshot.schema), the only one that this server knows.")
    case .notInBatch(let pointer):
      self.init(.notInBatch, "undo, redo and revert are each a request of its own.")
      self.index = Self.member(pointer)
    case .batchLimit(let count, _):
      self.init(
        .batchLimit, "The batch has \(count) transitions; at most \(TransitionRequest.batchLimit) are possible.")
    case .routes(let fault, _): self.init(fault)
    }
    self.pointer = refusal.pointer
  }

  /// The index of the batch member that `pointer` points into; nil for any other pointer.
  private static func member(_ pointer: String) -> Int? {
    guard let tokens = JSONPointer.tokens(pointer), tokens.count > 1, tokens[0] == "transitions" else { return nil }
    return Int(tokens[1])
  }

  // A JSON object (RFC 9457 §3); a document that skips unknown members accepts those of later versions.
  package static var empty: Self { Self(code: "", title: "", status: 0, detail: "") }

  package mutating func members(_ m: inout some Members) {
    var type: String? = "/problems/" + self.code
    m.optional("type", &type)
    m.required("title", &self.title)
    m.required("status", &self.status)
    m.member(
      { (reader) throws(BodyRefusal) in self.detail = try reader.string("detail") ?? "" },
      else: { $0.member("detail", self.detail) })
    m.required("code", &self.code)
    m.optional("requestId", &self.requestId)
    m.optional("pointer", &self.pointer)
    m.optional("parameter", &self.parameter)
    m.optional("header", &self.header)
    m.optional("controller", &self.controller)
    m.optional("in", &self.container)
    m.optional("kept", &self.kept)
    m.optional("revision", &self.revision)
    m.optional("index", &self.index)
  }
}
