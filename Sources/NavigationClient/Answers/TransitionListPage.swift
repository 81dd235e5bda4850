public import NavigationAPI

/// A page of a session's history, oldest first.
public struct TransitionListPage: Sendable {
  public var transitions: [TransitionRecord]
  /// What asks for the page after this one; nil on the last.
  public var next: TransitionListQuery?

  public init(transitions: [TransitionRecord], next: TransitionListQuery? = nil) {
    self.transitions = transitions
    self.next = next
  }
}
