import NavigationJSON

/// A page of a session's history, oldest first.
public struct TransitionList: Sendable {
  public var transitions: [TransitionRecord]

  public init(transitions: [TransitionRecord]) { self.transitions = transitions }
}

extension TransitionList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try BodyReader(json)
    transitions = try reader.require("transitions").readArray(TransitionRecord.init(json:))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("transitions", transitions)
    writer.endObject()
  }
}
