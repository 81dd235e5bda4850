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

  // A sheet in a window.

  /// Whether it is a sheet, or becomes one in a compact window: else it has no detents (D-501).
  package var takesDetents: Bool { style.adapts && (style != .popover || adaptation == nil) }

  /// Where a presentation in this style stands: a sheet, or one that is full screen in place of one (D-502); nil for any
  /// other, and for one without members of a sheet.
  package func detent(in environment: Environment) -> Detent? {
    guard let sheet, takesDetents else { return nil }
    switch environment.adapted(self) {
    case .pageSheet, .formSheet: return sheet.detent(at: environment.vertical)
    case .fullScreen: return adaptation == nil ? .large : nil
    case .automatic, .overFullScreen, .currentContext, .overCurrentContext, .popover: return nil
    }
  }

  /// Whether it dims what lies beneath (PR-15); nil for what is no sheet, and for one without members of a sheet.
  package func isDimmed(in environment: Environment) -> Bool? {
    guard let sheet, environment.adapted(self).isSheet else { return nil }
    return sheet.dims(at: environment.vertical)
  }

  /// Whether a tap beside it dismisses it: a dimmed sheet that leaves room beside it (D-504).
  func endsByTapOutside(in environment: Environment) -> Bool {
    let isSheet = environment.adapted(self).isSheet && isDimmed(in: environment) != false
    guard isSheet, SystemRules.tapOutsideDismissesSheets else { return false }
    return environment.horizontal == .regular || (sheet ?? Sheet()).detent(at: environment.vertical) != .large
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
  public var coversPresenter: Bool { self == .fullScreen || self == .currentContext }

  /// Whether it is in its presenter's own area (PR-1).
  var isInContext: Bool { self == .currentContext || self == .overCurrentContext }

  /// Whether it becomes another style in a compact window (PR-3).
  package var adapts: Bool {
    switch self {
    case .automatic, .pageSheet, .formSheet, .popover: true
    case .fullScreen, .overFullScreen, .currentContext, .overCurrentContext: false
    }
  }

  // The room of a presented tree (D-78).

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

  /// Whether a user can drag it, in the style that it adapts to.
  package var isSheet: Bool { self == .pageSheet || self == .formSheet }
}

/// The answer to `adaptivePresentationStyle(for:traitCollection:)`: what a style becomes where it would adapt (D-240).
public enum PresentationAdaptation: String, Hashable, Sendable, CaseIterable {
  /// It never adapts.
  case never = "none"
  case overFullScreen, fullScreen
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

/// What an app sets of a presentation that is a sheet or becomes one: members of `UISheetPresentationController` (PR-14,
/// PR-15, PR-17).
public struct Sheet: Hashable, Sendable {
  /// From the lowest to the highest (D-500); empty: `large` alone.
  public var detents: [Detent]
  /// One of them; nil: the lowest active one.
  public var selectedDetent: String?
  /// One of them: up to it nothing is dimmed; nil: always dimmed.
  public var largestUndimmedDetent: String?
  /// Whether it stays a sheet at compact height.
  public var edgeAttached: Bool
  /// What it points at or is centred over, which need not be in the session any more (D-508).
  public var source: ControllerID?

  public init(
    _ detents: [Detent] = [], selected selectedDetent: String? = nil,
    undimmedUpTo largestUndimmedDetent: String? = nil, edgeAttached: Bool = false, source: ControllerID? = nil
  ) {
    self.detents = detents
    self.selectedDetent = selectedDetent
    self.largestUndimmedDetent = largestUndimmedDetent
    self.edgeAttached = edgeAttached
    self.source = source
  }

  /// Its detents, `large` where none are set.
  package var allDetents: [Detent] { detents.isEmpty ? [.large] : detents }

  /// Which of them is selected; the lowest where none is.
  var selectedPlace: Int { allDetents.firstIndex { $0.id == selectedDetent } ?? 0 }

  /// Whether it says what is so anyway, while its detents are the same.
  var selectsLowest: Bool { selectedDetent != nil && selectedPlace == 0 }

  func detent(called id: String) -> Detent? { allDetents.first { $0.id == id } }

  /// Those that it may stand at.
  ///
  /// - Parameter height: the window's class.
  package func activeDetents(at height: SizeClass) -> [Detent] { allDetents.filter { $0.isActive(at: height) } }

  /// Where it stands: the selected one, else the lowest, of those that are active (PR-14); `large` where none is.
  func detent(at height: SizeClass) -> Detent {
    let active = activeDetents(at: height)
    return active.first { $0.id == selectedDetent } ?? active.first ?? .large
  }

  /// Whether it dims what lies beneath at this height (PR-15).
  func dims(at height: SizeClass) -> Bool {
    guard let last = allDetents.firstIndex(where: { $0.id == largestUndimmedDetent }),
      let current = allDetents.firstIndex(of: detent(at: height))
    else { return true }
    return current > last
  }

  /// Takes away the names of detents that it has not (D-505).
  mutating func forgetMissingDetents() {
    if let selectedDetent, detent(called: selectedDetent) == nil { self.selectedDetent = nil }
    if let largestUndimmedDetent, detent(called: largestUndimmedDetent) == nil { self.largestUndimmedDetent = nil }
  }

  /// Throws `noSuchDetent` where it names one that it has not.
  func checkNames() throws(Rejection) {
    try check(selectedDetent, "/selectedDetent")
    try check(largestUndimmedDetent, "/largestUndimmedDetent")
  }

  private func check(_ name: String?, _ pointer: String) throws(Rejection) {
    guard let name, detent(called: name) == nil else { return }
    throw .member(pointer, refused: noSuchDetent(name))
  }

  func noSuchDetent(_ name: String) -> Rejection { .noSuchDetent(name, has: allDetents.map(\.id)) }
}

/// The detents that an update gives a sheet, from the lowest to the highest.
public struct Detents: Hashable, Sendable {
  public var list: [Detent]

  public init(_ list: [Detent]) { self.list = list }
}

/// A height that a sheet may stand at: `UISheetPresentationController.Detent` (PR-14).
public enum Detent: Hashable, Sendable {
  /// About half; inactive at compact height.
  case medium
  case large
  /// An app's own, in points.
  case custom(String, height: Double, inactiveInCompactHeight: Bool = false)

  /// `medium`, `large`, or the app's name.
  public var id: String {
    switch self {
    case .medium: "medium"
    case .large: "large"
    case .custom(let id, _, _): id
    }
  }

  /// - Parameter height: the window's class.
  func isActive(at height: SizeClass) -> Bool {
    switch self {
    case .large: true
    case .medium: height == .regular
    case .custom(_, _, let isInactive): height == .regular || !isInactive
    }
  }

  /// Its height in points, where there is room for one that is `large`.
  package func height(within large: Double) -> Double {
    switch self {
    case .large: large
    case .medium: large * SystemRules.mediumDetent
    case .custom(_, let height, _): min(height, large)
    }
  }

  /// Whether it may come directly before another one; how high `medium` is depends on the window.
  package func mayPrecede(_ next: Detent) -> Bool {
    switch (self, next) {
    case (.large, _), (.medium, .medium): false
    case (.custom(_, let height, _), .custom(_, let nextHeight, _)): height < nextHeight
    case (.medium, _), (.custom, _): true
    }
  }
}
