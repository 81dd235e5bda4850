/// How much room there is along one axis, as `UIUserInterfaceSizeClass` says it.
public enum SizeClass: String, Hashable, Sendable, CaseIterable {
  case compact, regular
}

/// What kind of device the window stands on, as `UIUserInterfaceIdiom` says it.
public enum Idiom: String, Hashable, Sendable, CaseIterable {
  case phone, pad
}

/// How the device is held. What counts for layout is the window's own shape (SC-13).
public enum Orientation: String, Hashable, Sendable, CaseIterable {
  case portrait, landscape

  /// The shape of a window: landscape where it is wider than high (SC-13).
  public init(width: Double, height: Double) {
    self = width > height ? .landscape : .portrait
  }

  /// Turned by a quarter.
  public var other: Orientation {
    switch self {
    case .portrait: .landscape
    case .landscape: .portrait
    }
  }
}

/// Which orientations an app allows, as `UIInterfaceOrientationMask` says it.
public enum InterfaceOrientations: String, Hashable, Sendable, CaseIterable {
  case all, portrait
}

/// How much of the screen an app has (SC-6).
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
