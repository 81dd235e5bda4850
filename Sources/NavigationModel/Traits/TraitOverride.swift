/// What a container of the app's own does to the traits of the controller it holds, and so to everything below it
/// (TR-1, TR-2, SYS3-1, SYS3-3).
public enum TraitOverride: Hashable, Sendable {
  /// Compact where the container is narrower than `width` points, and, with `orWhenTall`, where it is not wider than
  /// high (TR-3, SYS1-29, SYS1-30, SYS3-2).
  case compactBelow(width: Double, orWhenTall: Bool)
  /// This horizontal class whatever the size (TR-5, TR-6).
  case horizontal(SizeClass)

  /// The traits below the container; asked anew on every change of size, before a split decides to collapse (TR-4,
  /// SYS3-5).
  public func applied(to traits: Traits) -> Traits {
    var changed = traits
    switch self {
    case .compactBelow(let width, let orWhenTall):
      let isTall = traits.size.width <= traits.size.height
      if traits.size.width < width || (orWhenTall && isTall) { changed.horizontal = .compact }
    case .horizontal(let sizeClass):
      changed.horizontal = sizeClass
    }
    return changed
  }
}

/// What a controller inherits from its parent: its classes, its size in points and its scale (SC-2), and the fold that
/// crosses it.
public struct Traits: Hashable, Sendable {
  public var horizontal: SizeClass
  public var vertical: SizeClass
  /// The window's, for whatever is as wide as the window (WN-6).
  public var fold: Fold?
  public var size: Size
  /// Pixels in a point.
  public var scale: Int

  public init(horizontal: SizeClass, vertical: SizeClass, size: Size, scale: Int, fold: Fold? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.fold = fold
    self.size = size
    self.scale = scale
  }
}
