/// Limits of a session's size and values.
public enum Limits {
  /// Controllers in one session, parked and preserved ones included.
  public static let controllers = 2_000
  /// Containers from the window down to a controller.
  public static let depth = 32
  /// Tabs in the groups of one tab bar, groups included.
  public static let groupTabs = 256
  /// Groups from a root tab down to a tab, the root tab included.
  public static let groupDepth = 4
  /// Bytes of a controller's id.
  public static let idBytes = 1...128
  /// Points of a window's width or height.
  public static let windowSide = 1.0...16_384.0
  /// Whole points of a width or height that a controller asks for as a form sheet or a popover.
  public static let contentSide = 1...16_384
  /// A requested column width in points.
  public static let columnWidth = 0.0...16_384.0
  /// Detents of one sheet.
  public static let detents = 8
  /// The height of a detent in points.
  public static let detentHeight = 1.0...16_384.0
  /// Entries of a split view's `byWidth`.
  public static let widthEntries = 4
  /// Maximum overscroll beyond the first or last page, in pages.
  public static let overscroll = 0.5
  /// A requested scroll offset in points, before clamping: the maximum page count times the maximum page width.
  public static let contentOffset = -32_768_000.0...32_768_000.0
  /// Pixels per point.
  public static let scale = 1...4
  /// Routes in one table.
  public static let routes = 256
  /// Bytes of a table of routes as compact JSON, with its conditions.
  public static let routesBytes = 65_536
  /// Conditions in one table.
  public static let conditions = 32
  /// Characters of an offer's name.
  public static let offerNameCharacters = 40
  /// Bytes of the URL that an `open` has.
  public static let urlBytes = 8_192
  /// Segments of a route's path.
  public static let linkSegments = 64
  /// Paths of one route.
  public static let routePaths = 16
  /// Prefixes of one table.
  public static let linkPrefixes = 64
  /// Ways through several parents from one route to those without any.
  public static let routeChains = 16
  /// Bytes of one prefix.
  public static let linkPrefixBytes = 256
  /// Bytes of the texts that its offers fill in, all together.
  public static let filledBytes = 1_048_576
}
