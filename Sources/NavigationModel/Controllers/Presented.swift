/// What a controller presents: another tree, which stands over it and is no child of it (PR-9).
public struct Presented: Hashable, Sendable {
  public var style: PresentationStyle
  public var child: Controller

  public init(_ style: PresentationStyle = .pageSheet, _ child: Controller) {
    self.style = style
    self.child = child
  }
}

/// How a presented tree stands over its presenter: `UIModalPresentationStyle`.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// What `automatic` means since iOS 13.
  case pageSheet
  case formSheet, fullScreen, overFullScreen, currentContext, popover

  /// Whether what lies below leaves the display: all of the window, or the presenter's own area (PR-7).
  public var coversPresenter: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .pageSheet, .formSheet, .overFullScreen, .popover: false
    }
  }

  /// The style it has in a window of this class: what is too small for a narrow one is a page sheet there (PR-3, D-79).
  public func adapted(to horizontal: SizeClass) -> PresentationStyle {
    switch (self, horizontal) {
    case (.formSheet, .compact), (.popover, .compact): .pageSheet
    case (.formSheet, .regular), (.popover, .regular), (.pageSheet, _), (.fullScreen, _), (.overFullScreen, _),
      (.currentContext, _):
      self
    }
  }
}

/// What a controller says to a user who wants the presented tree away that it stands in: each one of the tree may
/// refuse (D-84).
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
