public import NavigationAPI

/// Something that a session's event stream tells.
public enum SessionEvent: Sendable {
  /// The session as it is: at the beginning, or where what happened meanwhile is not kept any more.
  case session(SessionView)
  /// One revision more.
  case transition(TransitionRecord)
  /// An event that this version does not know.
  case other(name: String, data: String)
}
