import NavigationJSON
import NavigationModel

/// An event as it came over the wire: later versions of the server know more types than this one.
public enum ReceivedEvent: Hashable, Sendable {
  case event(Event)
  /// An event of a type, or a call of a delegate method, that this version does not know, as compact JSON.
  case other(type: String, json: String)

  /// The event, where this version knows it.
  public var event: Event? { if case .event(let event) = self { event } else { nil } }
}

extension ReceivedEvent: JSONBody {
  /// Unknown types are carried in answers, and refused in requests.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    guard reader.isAnswer else {
      self = .event(try Event(json: json))
      return
    }
    if let event = try Event.known(json) {
      self = .event(event)
    } else {
      self = .other(type: try reader.requireString("type"), json: json.compactText())
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .event(let event): event.write(to: &writer)
    case .other(_, let json): writer.raw(json)
    }
  }
}
