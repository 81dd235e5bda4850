/// What a user can do in a session now.
public struct MoveList: Hashable, Sendable, JSONBody, MemberBody {
  public var moves: [Move]

  public init(_ moves: [Move]) { self.moves = moves }

  package static var empty: Self { Self([]) }

  package mutating func members(_ m: inout some Members) { m.required("moves", &moves) }

  /// The one move of this name.
  public func named(_ name: String) throws(MoveFault) -> Move {
    let named = moves.filter { $0.name == name }
    guard let move = named.first else { throw .absent(name, names: moves.map(\.name)) }
    guard named.count == 1 else { throw .ambiguous(name, named.map(\.transitions)) }
    return move
  }
}

/// Why a name is not that of one move; printed, it is one line.
public enum MoveFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// No move has it: the names that there are.
  case absent(String, names: [String])
  /// Several have it: their transitions.
  case ambiguous(String, [[Transition]])

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
    let texts = transitions.map { String(decoding: $0.json(), as: UTF8.self) }
    return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ","))]"
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

/// The body of `POST /v1/sessions/{id}/way`: what a user wants to see.
public struct WayRequest: Hashable, Sendable, JSONBody, MemberBody {
  public var destination: Transition.Destination

  public init(_ destination: Transition.Destination) { self.destination = destination }

  package static var empty: Self { Self(.url("")) }

  package mutating func members(_ m: inout some Members) { m.destination(&destination) }
}

/// The fewest steps of a user to it, or why there are none.
public struct Way: Hashable, Sendable, JSONBody, MemberBody {
  /// Why no way is known.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Every state was seen, and none shows it.
    case exhausted
    /// The search was ended by its bound.
    case states, bytes, time
  }

  /// Nil with a reason.
  public var way: [Finding.Step]?
  public var because: Reason?

  package init(_ found: Result<[Finding.Step], SearchEnd>) {
    switch found {
    case .success(let steps): way = steps
    case .failure(let end):
      because =
        switch end.bound {
        case nil: .exhausted
        case .states: .states
        case .bytes: .bytes
        case .time: .time
        }
    }
  }

  package static var empty: Self { Self(.success([])) }

  package mutating func members(_ m: inout some Members) {
    m.nullable("way", &way)
    m.optional("because", &because)
  }
}
