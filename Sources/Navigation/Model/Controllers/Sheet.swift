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
  var allDetents: [Detent] { detents.isEmpty ? [.large] : detents }

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

  /// Whether it has the detents that it names.
  var namesItsDetents: Bool {
    [selectedDetent, largestUndimmedDetent].allSatisfy { $0.map { detent(called: $0) != nil } ?? true }
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

/// A sheet in a window.
extension Presentation {
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

extension PresentationStyle {
  /// Whether a user can drag it, in the style that it adapts to.
  package var isSheet: Bool {
    switch self {
    case .pageSheet, .formSheet: true
    case .automatic, .fullScreen, .overFullScreen, .currentContext, .overCurrentContext, .popover: false
    }
  }
}
