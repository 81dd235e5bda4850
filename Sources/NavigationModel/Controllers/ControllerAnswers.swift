/// The app's answers for a controller of any kind.
public struct ControllerAnswers: Hashable, Sendable {
  /// If true, no gesture dismisses the presented tree that contains the controller: each one of the tree may refuse
  /// (D-84).
  public var isModalInPresentation: Bool
  /// The answer to `presentationControllerShouldDismiss(_:)` if a user wants to dismiss that tree (D-84).
  public var onShouldDismiss: Bool
  /// The orientations of a window with this root; a split view has its delegate's instead (D-164).
  public var supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations

  public init(
    isModalInPresentation: Bool = false, onShouldDismiss: Bool = true,
    supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations = .system
  ) {
    self.isModalInPresentation = isModalInPresentation
    self.onShouldDismiss = onShouldDismiss
    self.supportedInterfaceOrientations = supportedInterfaceOrientations
  }
}
