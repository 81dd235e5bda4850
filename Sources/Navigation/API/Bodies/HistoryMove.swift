/// A move through a session's history: the session itself does not know its past, so that this is no transition.
public enum HistoryMove: Hashable, Sendable {
  /// Back before the last change that is not undone.
  case undo
  /// Forward again.
  case redo
  /// To the state of any revision, as a change like any other.
  case revert(revision: Int)
}

/// The request of a move, with the options of a transition.
public struct HistoryRequest: Hashable, Sendable {
  public var move: HistoryMove
  /// Nil: not animated.
  public var animated: Bool?
  /// Removes screens that block their removal.
  public var confirm: Bool

  public init(_ move: HistoryMove, animated: Bool? = nil, confirm: Bool = false) {
    self.move = move
    self.animated = animated
    self.confirm = confirm
  }
}

extension HistoryRequest: KindedBody {
  package static let kinds = JSONKinds<HistoryRequest>(
    [.undo, .redo, .revert(revision: 0)].map { HistoryRequest($0) }, word: \.type)

  package var type: StaticString {
    switch move {
    case .undo: "undo"
    case .redo: "redo"
    case .revert: "revert"
    }
  }

  package func members(_ m: inout some Members) -> HistoryRequest {
    var request = self
    if case .revert(var revision) = move {
      m.integer("revision", &revision, atLeast: 0)
      request.move = .revert(revision: revision)
    }
    m.optional("animated", &request.animated)
    m.flag("confirm", &request.confirm)
    return request
  }
}
