/// Why a body was refused, and where.
public enum BodyRefusal: Error, Equatable, Sendable {
  /// Not JSON, or JSON of another shape (status 400).
  case json(JSONError)
  /// Of the right shape, and refused by the model (422); the pointer is at the value it refused.
  case model(Rejection, pointer: String)
  /// A snapshot of a schema that this version does not know (422).
  case unknownSchema(pointer: String)
  /// A move through the history as a member of a batch (422).
  case notInBatch(pointer: String)
  /// A batch of so many transitions, more than the limit (422).
  case batchLimit(Int, pointer: String)
  /// A table of routes with a fault (422).
  case routes(ScreenRoutes.Fault, pointer: String)

  /// RFC 6901 pointer at the refused value.
  public var pointer: String {
    switch self {
    case .json(let error): error.pointer
    case .model(_, let pointer), .unknownSchema(let pointer), .notInBatch(let pointer), .batchLimit(_, let pointer),
      .routes(_, let pointer):
      pointer
    }
  }
}
