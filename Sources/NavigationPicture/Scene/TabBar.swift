extension Scene {
  /// A tab bar: its items share its width as each needs it.
  struct TabBar: Sendable {
    enum Shape: Hashable, Sendable {
      /// It floats over the content.
      case capsule
      /// From edge to edge, below a line.
      case edge
    }

    /// How an item shows itself.
    enum Item: Hashable, Sendable {
      case symbolAboveTitle
      case symbolBesideTitle
      case title
    }

    /// Of its background.
    var frame: Frame
    /// The items': without what a home indicator is drawn on.
    var inner: Frame
    var shape: Shape
    var item: Item
    /// Below it stands the content.
    var isAtTop: Bool
    /// Units of width that the items want; none in text.
    var needs: [Double] = []
    /// Lines of items, in text.
    var lines = 1
    var tabs: [Tab]
  }
}
