/// A presented tree: over its presenter and not a child of it (PR-9).
public struct Presented: Hashable, Sendable {
  public var style: PresentationStyle
  public var child: Controller

  public init(_ style: PresentationStyle = .pageSheet, _ child: Controller) {
    self.style = style
    self.child = child
  }
}

/// The presentation style: `UIModalPresentationStyle`.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// `automatic` since iOS 13.
  case pageSheet
  case formSheet, fullScreen, overFullScreen, currentContext, popover

  /// Whether the content below leaves the display: the whole window, or the presenter's area (PR-7).
  public var coversPresenter: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .pageSheet, .formSheet, .overFullScreen, .popover: false
    }
  }

  /// The style in a window of this size class: form sheet and popover become page sheets in compact width (PR-3, D-79).
  public func adapted(to horizontal: SizeClass) -> PresentationStyle {
    switch (self, horizontal) {
    case (.formSheet, .compact), (.popover, .compact): .pageSheet
    case (.formSheet, .regular), (.popover, .regular), (.pageSheet, _), (.fullScreen, _), (.overFullScreen, _),
      (.currentContext, _):
      self
    }
  }
}
