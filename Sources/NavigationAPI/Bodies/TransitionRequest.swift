import NavigationJSON
import NavigationModel

/// The body of `POST /v1/sessions/{id}/transitions`.
public enum TransitionRequest: Hashable, Sendable {
  case transition(Transition)
  case history(HistoryRequest)
  /// One revision, all or nothing; 1 to `batchLimit` transitions.
  case batch([Transition])

  /// Maximum transitions of a batch.
  public static let batchLimit = 256

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
      self = .transition(try type.read(reader))
      return
    }
    switch try reader.requireWord("type", RequestType.self) {
    case .transition(let type): self = .transition(try type.read(reader))
    case .history(let type): self = .history(try HistoryRequest(type, members: reader))
    }
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

/// The `type` of a single request: of a transition, or of a move through the history.
private enum RequestType: CaseIterable, RawRepresentable {
  case transition(TransitionType)
  case history(HistoryMove.Word)

  static let allCases =
    TransitionType.allCases.map(RequestType.transition) + HistoryMove.Word.allCases.map(RequestType.history)

  var rawValue: String {
    switch self {
    case .transition(let type): type.rawValue
    case .history(let word): word.rawValue
    }
  }

  init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }
}
