import NavigationJSON

/// A move through a session's history: the session itself does not know its past, so that this is no transition.
public enum HistoryMove: Hashable, Sendable {
  /// Back before the last change that is not undone.
  case undo
  /// Forward again.
  case redo
  /// To the state of any revision, as a change like any other.
  case revert(revision: Int)

  /// The `type` of a move in JSON.
  enum Word: String, CaseIterable, Hashable, Sendable {
    case undo, redo, revert
  }
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

extension HistoryRequest: JSONWritable {
  /// Reads the members beside `type`, all of them.
  init(_ type: HistoryMove.Word, members reader: consuming JSONObjectReader) throws(BodyRefusal) {
    let move: HistoryMove =
      switch type {
      case .undo: .undo
      case .redo: .redo
      case .revert: .revert(revision: try reader.require("revision").int(atLeast: 0))
      }
    let animated = try reader.bool("animated")
    let confirm = try reader.bool("confirm") ?? false
    try reader.finish()
    self.init(move, animated: animated, confirm: confirm)
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    switch move {
    case .undo: writer.word("type", HistoryMove.Word.undo)
    case .redo: writer.word("type", HistoryMove.Word.redo)
    case .revert(let revision):
      writer.word("type", HistoryMove.Word.revert)
      writer.member("revision", revision)
    }
    writer.member("animated", animated)
    writer.flag("confirm", confirm)
    writer.endObject()
  }
}
