/// The body of `POST /v1/sessions/{id}/transitions`.
public enum TransitionRequest: Hashable, Sendable {
  case transition(Transition)
  case history(HistoryRequest)
  /// One revision, all or nothing; 1 to `batchLimit` transitions.
  case batch([Transition])

  /// Maximum transitions of a batch.
  public static let batchLimit = 256

  public static var requestDepth: Int { CreateSession.requestDepth }

  /// The number of links that it opens.
  package var links: Int {
    switch self {
    case .transition(let transition): transition.action.body is Transition.Open ? 1 : 0
    case .batch(let transitions): transitions.reduce(0) { $0 + ($1.action.body is Transition.Open ? 1 : 0) }
    case .history: 0
    }
  }

  /// The number of transitions.
  public var count: Int {
    switch self {
    case .transition, .history: 1
    case .batch(let transitions): transitions.count
    }
  }
}

extension TransitionRequest: JSONBody {
  /// Throws `batchLimit`, and the errors of a transition.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    if let transitions = reader.optional("transitions") {
      try reader.finish()
      self = .batch(try Self.batch(transitions))
    } else {
      try self.init(members: reader)
    }
  }

  /// A single request: its `type` decides the rest.
  package init(members reader: consuming JSONObjectReader) throws(BodyRefusal) {
    if let type = reader.transitionType() {
      self = .transition(try type.read(&reader))
      return
    }
    let transitions = TransitionType.allCases.map(\.rawValue)
    self = .history(try HistoryRequest(members: reader, after: transitions))
  }

  /// Reads the members of a batch from an array.
  static func batch(_ json: JSONValue) throws(BodyRefusal) -> [Transition] {
    let elements = try json.elements
    guard !elements.isEmpty else { throw json.refused("expected at least one transition") }
    guard elements.count <= batchLimit else { throw .batchLimit(elements.count, pointer: json.pointer) }
    return try json.array { (member) throws(BodyRefusal) in
      switch try TransitionRequest(members: try member.object()) {
      case .transition(let transition): return transition
      case .history, .batch: throw .notInBatch(pointer: member.pointer)
      }
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .transition(let transition): transition.write(to: &writer)
    case .history(let request): request.write(to: &writer)
    case .batch(let transitions):
      writer.beginObject()
      writer.array("transitions", transitions)
      writer.endObject()
    }
  }
}
