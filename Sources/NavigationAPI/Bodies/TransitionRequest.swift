import NavigationJSON
import NavigationModel

/// The body of `POST /v1/sessions/{id}/transitions`.
public enum TransitionRequest: Hashable, Sendable {
  case transition(Transition)
  /// One revision, all or nothing; 1 to `batchLimit` transitions.
  case batch([Transition])

  /// Maximum transitions of a batch.
  public static let batchLimit = 256

  /// The number of transitions.
  public var count: Int {
    switch self {
    case .transition: 1
    case .batch(let transitions): transitions.count
    }
  }
}

extension TransitionRequest: JSONBody {
  /// Throws `batchLimit`, and the errors of a transition.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    if let transitions = reader.optional("transitions") {
      try reader.finish()
      self = .batch(try Self.batch(transitions))
    } else {
      self = .transition(try Transition(members: &reader))
    }
  }

  /// Reads the members of a batch from an array.
  static func batch(_ json: JSONValue) throws(BodyRefusal) -> [Transition] {
    let elements = try json.readElements()
    guard !elements.isEmpty else { throw json.refused("expected at least one transition") }
    guard elements.count <= batchLimit else { throw .batchLimit(elements.count, pointer: json.pointer) }
    return try json.readArray(Transition.init(json:))
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .transition(let transition): transition.write(to: &writer)
    case .batch(let transitions):
      writer.beginObject()
      writer.array("transitions", transitions)
      writer.endObject()
    }
  }
}
