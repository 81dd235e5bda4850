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
  public var other: Orientation {
    switch self {
    case .portrait: .landscape
    case .landscape: .portrait
    }
  }
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
