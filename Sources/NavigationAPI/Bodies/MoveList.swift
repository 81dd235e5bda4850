import NavigationJSON
import NavigationModel

/// What a user can do in a session now.
public struct MoveList: Hashable, Sendable {
  public var moves: [Move]

  public init(_ moves: [Move]) { self.moves = moves }
}

extension MoveList: JSONBody {
  public init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    self.init(try reader.require("moves").array(Move.init(json:)))
    try reader.finish()
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.array("moves", moves)
    writer.endObject()
  }
}
