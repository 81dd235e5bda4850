public import NavigationJSON

extension Problem {
  /// The refusal of a request's body.
  public init(_ refusal: BodyRefusal) {
    switch refusal {
    case .json(let error):
      self.init(error)
    case .model(let rejection, let pointer):
      self.init(rejection)
      self.pointer = pointer
      index = Self.member(pointer)
    case .newerSchema(let schema, let pointer):
      self.init(.newerSchema, "The snapshot has schema \(schema); this server knows those up to \(Snapshot.schema).")
      self.pointer = pointer
    case .batchLimit(let count, let pointer):
      self.init(.batchLimit, "The batch has \(count) transitions; at most \(TransitionRequest.batchLimit) are possible.")
      self.pointer = pointer
    }
  }

  /// The member of a batch that a pointer leads into.
  private static func member(_ pointer: String) -> Int? {
    guard let tokens = JSONPointer.tokens(pointer), tokens.count > 1, tokens[0] == "transitions" else { return nil }
    return Int(tokens[1])
  }
}
