/// A trait override by an app's container for its child's subtree (TR-1, TR-2, SYS3-1, SYS3-3).
public enum TraitOverride: Hashable, Sendable {
  /// Compact if the container is narrower than `width` points, lower than `height` points, or, with `orWhenTall`, not
  /// wider than high (TR-3, SYS1-29, SYS1-30, SYS3-2, D-200).
  case compactBelow(width: Double = 0, height: Double = 0, orWhenTall: Bool = false)
  /// This horizontal class at any size (TR-5, TR-6).
  case horizontal(SizeClass)
  /// The window's horizontal class, whatever the controllers between say (D-162).
  case asWindow

  /// The traits below the container; evaluated on every size change, before a split view decides to collapse (TR-4,
  /// SYS3-5).
  ///
  /// - Parameter window: the window's horizontal class.
  public func applied(to traits: Traits, in window: SizeClass) -> Traits {
    var changed = traits
    switch self {
    case .compactBelow(let width, let height, let orWhenTall):
      let size = traits.size
      if size.width < width || size.height < height || (orWhenTall && size.width <= size.height) {
        changed.horizontal = .compact
      }
    case .horizontal(let sizeClass):
      changed.horizontal = sizeClass
    case .asWindow:
      changed.horizontal = window
    }
    return changed
  }
}

/// The traits a controller inherits from its parent: size classes, size in points, scale (SC-2), the crossing fold, the
/// idiom, and where its bars may stand.
public struct Traits: Hashable, Sendable {
  public var horizontal: SizeClass
  public var vertical: SizeClass
  public var size: Size
  /// Pixels per point.
  public var scale: Int
  /// The window's fold, for a controller as wide as the window (WN-6).
  public var fold: Fold?
  public var idiom = Idiom.pad
  /// Where a tab bar may stand.
  public var bars: BarPlaces = []
}

/// The size class along one axis: `UIUserInterfaceSizeClass`.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  case compact, regular
}

/// The kind of device: `UIUserInterfaceIdiom`.
public enum Idiom: String, Hashable, Sendable, CaseIterable {
  case phone, pad
}

/// The device's orientation. Layout depends on the window's own shape (SC-13).
public enum Orientation: String, Hashable, Sendable, CaseIterable {
  case portrait, landscape

  /// The shape of a window: landscape if wider than high (SC-13).
  public init(width: Double, height: Double) {
    self = width > height ? .landscape : .portrait
  }

  /// The orientation after a quarter turn.
  public var other: Orientation { self == .portrait ? .landscape : .portrait }
}

/// The orientations an app allows: `UIInterfaceOrientationMask`.
public enum InterfaceOrientations: String, Hashable, Sendable, CaseIterable {
  case all, portrait, landscape
}

/// The app's multitasking state, its share of the screen (SC-6).
public enum Multitasking: String, Hashable, Sendable, CaseIterable {
  case fullScreen, twoThirds, half, third, slideOver, window
}

/// A width and a height in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether a window may have this size: finite, and each side within `Limits.windowSide` points.
  public var isPossible: Bool {
    Limits.windowSide.contains(width) && Limits.windowSide.contains(height)
  }
}
