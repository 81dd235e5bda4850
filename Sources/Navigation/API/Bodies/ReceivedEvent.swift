/// An event as received; later versions of the server may send unknown types.
public enum ReceivedEvent: Hashable, Sendable {
  case event(Event)
  /// An event type or delegate method that this version does not know, as compact JSON.
  case other(type: String, json: String)

  /// The event, if this version knows it.
  public var event: Event? { if case .event(let event) = self { event } else { nil } }
}

extension ReceivedEvent: JSONBody {
  /// Unknown types are preserved in answers, and refused in requests.
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
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

extension Event {
  /// Nil where the type of the event, or the method of a delegate call, is none of this version's.
  package static func known(_ json: JSONValue) throws(BodyRefusal) -> Event? {
    var reader = try json.object()
    guard let kind = kinds[try reader.requireString("type")] else { return nil }
    if case .delegateCall = kind, DelegateCall.kinds[try reader.requireString("method")] == nil { return nil }
    return try Event(json: json)
  }
}
