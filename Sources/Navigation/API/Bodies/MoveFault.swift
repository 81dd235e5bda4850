/// Why a name is not that of one move; printed, it is one line.
public enum MoveFault: Error, Hashable, Sendable {
  /// No move has it: the names that there are.
  case absent(String, names: [String])
  /// Several have it: their transitions.
  case ambiguous(String, [[Transition]])
}

extension MoveList {
  /// The one move of this name.
  public func named(_ name: String) throws(MoveFault) -> Move {
    let named = moves.filter { $0.name == name }
    guard let move = named.first else { throw .absent(name, names: moves.map(\.name)) }
    guard named.count == 1 else { throw .ambiguous(name, named.map(\.transitions)) }
    return move
  }
}

extension Session {
  /// A user does what `moves` calls by this name: a control, an offer of the app's routes, a gesture.
  ///
  /// Throws `MoveFault`, or `BatchRejection`, and changes nothing.
  @discardableResult
  public mutating func tap(_ name: String, routes: ScreenRoutes? = nil) throws -> BatchAnswer {
    let list = MoveList(routes.map { moves(routes: $0) } ?? moves)
    return try apply(batch: list.named(name).transitions, routes: routes)
  }
}

extension MoveFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .absent(let name, let names):
      let known = names.isEmpty ? "there is none" : "there are \(names.map(\.debugDescription).joined(separator: ", "))"
      return "no move is called \(name.debugDescription): \(known)"
    case .ambiguous(let name, let moves):
      return "\(moves.count) moves are called \(name.debugDescription): "
        + moves.map(Self.json).joined(separator: " and ")
    }
  }

  /// One transition as it is sent, or the list of a batch.
  private static func json(_ transitions: [Transition]) -> String {
    let texts = transitions.map { transition in
      var writer = JSONWriter()
      transition.write(to: &writer)
      return writer.text
    }
    return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]"
  }
}
