extension Scene {
  /// A tab bar, whose items share its width by need.
  struct TabBar: Sendable {
    enum Shape: Hashable, Sendable {
      /// Floats over the content.
      case capsule
      /// Extends from edge to edge, below a line.
      case edge
    }

    /// The layout of an item.
    enum Item: Hashable, Sendable {
      case symbolAboveTitle
      case symbolBesideTitle
      case title
    }

    /// The frame of the background.
    var frame: Frame
    /// The frame of the items, without the area of the home indicator.
    var inner: Frame
    var shape: Shape
    var item: Item
    /// Whether the content is below it.
    var isAtTop: Bool
    /// The widths that the items need, in units; empty in text.
    var needs: [Double] = []
    /// The lines of items, in text.
    var lines = 1
    var tabs: [Tab]
  }
}
