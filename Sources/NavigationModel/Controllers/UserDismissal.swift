/// What a controller says to a user who wants the presented tree away that it stands in: each one of the tree may refuse.
public struct UserDismissal: Hashable, Sendable {
  /// No gesture takes the tree away.
  public var isModalInPresentation: Bool
  /// What the app answers in `presentationControllerShouldDismiss(_:)`.
  public var onShouldDismiss: Bool

  public init(isModalInPresentation: Bool = false, onShouldDismiss: Bool = true) {
    self.isModalInPresentation = isModalInPresentation
    self.onShouldDismiss = onShouldDismiss
  }
}
