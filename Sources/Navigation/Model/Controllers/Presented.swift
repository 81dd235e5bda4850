/// A presented tree: over its presenter and not a child of it (PR-9).
public struct Presented: Hashable, Sendable {
  public var form: Presentation
  public var child: Controller
  /// With which it ends; nil: with none (D-423).
  public var sender: ControllerID?

  public init(_ form: Presentation, _ child: Controller, sender: ControllerID? = nil) {
    (self.form, self.child, self.sender) = (form, child, sender)
  }

  public init(_ style: PresentationStyle = .automatic, _ child: Controller) { self.init(Presentation(style), child) }

  public var style: PresentationStyle { form.style }
}

/// What a controller presents: in the room of one reference, as most present nothing, and few trees end by themselves or
/// have members of a sheet.
enum PresentedLink {
  case none
  case child(Controller)
  /// With a sender, or with members of a sheet.
  case whole(Boxed<Presented>)

  init(_ presented: Presented?) {
    switch presented {
    case nil: self = .none
    case let whole? where whole.sender != nil || whole.form.sheet != nil: self = .whole(Boxed(whole))
    case let presented?: self = .child(presented.child)
    }
  }

  var child: Controller? {
    switch self {
    case .none: nil
    case .child(let child): child
    case .whole(let presented): presented.value.child
    }
  }

  /// Nil for what has neither.
  var whole: Presented? { if case .whole(let presented) = self { presented.value } else { nil } }
}

/// How a tree is presented: the style that the app asks for, and what its delegate makes of it in a compact window.
public struct Presentation: Hashable, Sendable {
  public var style: PresentationStyle
  /// Only of a style that adapts; nil: the app's delegate does not say.
  public var adaptation: PresentationAdaptation?
  private var ownSheet: Boxed<Sheet>?

  public init(
    _ style: PresentationStyle = .automatic, _ adaptation: PresentationAdaptation? = nil, _ sheet: Sheet? = nil
  ) {
    (self.style, self.adaptation) = (style, adaptation)
    self.sheet = sheet
  }

  /// Only of a style that is a sheet or becomes one; nil: as by default.
  public var sheet: Sheet? {
    get { ownSheet?.value }
    set { ownSheet = newValue.flatMap { $0 == Sheet() ? nil : Boxed($0) } }
  }

  /// The style in a window: one that adapts does where either class is compact, whatever contains its presenter (PR-3,
  /// D-79).
  ///
  /// - Parameter window: the traits of the window.
  public func adapted(in window: Traits, _ rules: SystemRules) -> PresentationStyle {
    let style = style == .automatic ? rules.automaticStyle : style
    guard style.adapts, window.horizontal == .compact || window.vertical == .compact else { return style }
    return switch adaptation {
    case .never?: style
    case .overFullScreen?: .overFullScreen
    case .fullScreen?: .fullScreen
    case nil: window.vertical == .compact && sheet?.edgeAttached != true ? .fullScreen : .pageSheet
    }
  }
}

/// What a presentation ends with (D-423).
public enum PresentationEnd: String, Hashable, Sendable, CaseIterable {
  /// The screen that presented it.
  case sender
}

/// The presentation style: `UIModalPresentationStyle`.
public enum PresentationStyle: String, Hashable, Sendable, CaseIterable {
  /// A form sheet or a page sheet, as the system says (`SystemRules.automaticIsFormSheet`).
  case automatic
  case pageSheet, formSheet, fullScreen, overFullScreen, currentContext, overCurrentContext, popover

  /// Whether the content below leaves the display: the whole window, or the presenter's area (PR-7).
  public var coversPresenter: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .automatic, .pageSheet, .formSheet, .overFullScreen, .overCurrentContext, .popover: false
    }
  }

  /// Whether it is in its presenter's own area (PR-1).
  var isInContext: Bool {
    switch self {
    case .currentContext, .overCurrentContext: true
    case .automatic, .pageSheet, .formSheet, .fullScreen, .overFullScreen, .popover: false
    }
  }

  /// Whether it becomes another style in a compact window (PR-3).
  package var adapts: Bool {
    switch self {
    case .automatic, .pageSheet, .formSheet, .popover: true
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: false
    }
  }
}

/// The answer to `adaptivePresentationStyle(for:traitCollection:)`: what a style becomes where it would adapt (D-240).
public enum PresentationAdaptation: String, Hashable, Sendable, CaseIterable {
  /// It never adapts.
  case never = "none"
  case overFullScreen, fullScreen
}

/// The room of a presented tree (D-78).
extension PresentationStyle {
  /// The traits of a tree that is presented in this style, an adapted one. A sheet and a popover have no fold; a form
  /// sheet and a popover are compact, at any width. On a bent display a sheet lies on one page (D-241).
  ///
  /// - Parameters:
  ///   - preferred: the tree's own size, in points; at most that of the page or the window counts.
  ///   - presenter: the traits of the presenter, and so of its area.
  func traits(preferring preferred: Size?, by presenter: Traits, in window: Traits) -> Traits {
    var own = window
    own.fold = nil
    switch self {
    case .currentContext, .overCurrentContext: return presenter
    case .fullScreen, .overFullScreen: return window
    case .automatic, .pageSheet: own.size = window.page.size
    case .formSheet:
      own.size = (preferred ?? SystemRules.formSheetSize).limited(to: window.page.size)
      own.horizontal = .compact
    case .popover:
      let size = Size(width: SystemRules.popoverWidth, height: window.size.height)
      own.size = (preferred ?? size).limited(to: window.size)
      own.horizontal = .compact
    }
    return own
  }
}

extension Traits {
  /// Where a sheet lies: the trailing page beside an upright fold, the half below a lying one (D-241); else the whole
  /// window. In points.
  package var page: (x: Double, y: Double, size: Size) {
    let start = Fold.band.upperBound
    switch fold {
    case .vertical?: return (start, 0, Size(width: size.width - start, height: size.height))
    case .horizontal?: return (0, start, Size(width: size.width, height: size.height - start))
    case nil: return (0, 0, size)
    }
  }
}

extension Size {
  fileprivate func limited(to room: Size) -> Size {
    Size(width: min(width, room.width), height: min(height, room.height))
  }
}
