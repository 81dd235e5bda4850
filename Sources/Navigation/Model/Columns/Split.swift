/// A `UISplitViewController`: up to three columns side by side while expanded, one page while collapsed.
public struct Split: Hashable, Sendable {
  /// Each column's controller. While collapsed, columns that joined the collapsed stack are in the primary's stack and
  /// not here.
  public var columns: ColumnContents
  /// Boxed, because most transitions change only the columns.
  private var state: Boxed<State>

  /// All state besides the columns.
  private struct State: Hashable {
    var style: SplitStyle
    var displayMode: DisplayMode
    var modeBeforeSecondaryOnly: DisplayMode?
    var isOverlayDeferred = false
    var isDetailChosen = false
    var inspector = InspectorPlace.hidden
    var lastTopColumn: Column?
    var size: Size?
    var byWidth: [WidthEntry] = []
    var gestureOffIn: Set<DisplayMode> = []
    var preferences: Boxed<SplitPreferences>
    var delegate: Boxed<SplitDelegate>
    var chosenModes: [ChosenMode] = []
    var collapse: Collapse?
  }

  /// A split view before it enters a window: expanded, with only its secondary on display (SC-3, M0).
  public init(
    style: SplitStyle = .classic, preferences: SplitPreferences = SplitPreferences(), columns: ColumnContents,
    collapse: Collapse? = nil, displayMode: DisplayMode = .secondaryOnly, delegate: SplitDelegate = SplitDelegate()
  ) {
    self.columns = columns
    state = Boxed(
      State(
        style: style, displayMode: displayMode, preferences: Boxed(preferences), delegate: Boxed(delegate),
        collapse: collapse))
  }

  /// Its size in bytes, boxed state included.
  static var byteCount: Int { MemoryLayout<Split>.stride + MemoryLayout<State>.stride }
}

extension Split {
  public var style: SplitStyle { state.value.style }
  public var preferences: SplitPreferences {
    _read { yield state.value.preferences.value }
    set { state.value.preferences.value = newValue }
  }
  /// Nil while expanded. Set after every transition if "the split view's own horizontal class is compact" (SC-1).
  public var collapse: Collapse? {
    _read { yield state.value.collapse }
    _modify { yield &state.value.collapse }
  }
  public var displayMode: DisplayMode {
    get { state.value.displayMode }
    set { state.value.displayMode = newValue }
  }
  /// The modes a user chose, each for the widths with one automatic mode, sorted by that; they outlive rotations (DM-19).
  public var chosenModes: [ChosenMode] {
    _read { yield state.value.chosenModes }
    _modify { yield &state.value.chosenModes }
  }
  /// The preferred overlay was requested before the first appearance and stays hidden until requested again (M2).
  public var isOverlayDeferred: Bool {
    get { state.value.isOverlayDeferred }
    set { state.value.isOverlayDeferred = newValue }
  }
  /// The mode that `tapSecondaryOnlyButton` returns to (DM-12).
  public var modeBeforeSecondaryOnly: DisplayMode? {
    get { state.value.modeBeforeSecondaryOnly }
    set { state.value.modeBeforeSecondaryOnly = newValue }
  }
  /// Whether `showDetail` set the secondary's content.
  public var isDetailChosen: Bool {
    get { state.value.isDetailChosen }
    set { state.value.isDetailChosen = newValue }
  }
  /// Whether its inspector is shown: as a column, or as a sheet while collapsed (IN-1, IN-2).
  public var isInspectorShown: Bool {
    get { inspector != .hidden }
    set { if newValue != isInspectorShown { inspector = newValue ? .column : .hidden } }
  }
  /// Whether its inspector is shown, and where.
  var inspector: InspectorPlace {
    get { state.value.inspector }
    set { state.value.inspector = newValue }
  }
  /// Of an expanded column style that answers `lastTop`: the column that was on top before; nil where `byProvenance`
  /// answers it, and once a screen was named for a column (D-261).
  public var lastTopColumn: Column? {
    get { state.value.lastTopColumn }
    set { state.value.lastTopColumn = newValue }
  }
  /// The size of the last layout, in points; nil before the first appearance.
  public var size: Size? {
    get { state.value.size }
    set { state.value.size = newValue }
  }
  /// The modes that the app prefers by the split view's own width, ascending; empty where it has none (D-421).
  public var byWidth: [WidthEntry] {
    get { state.value.byWidth }
    set { state.value.byWidth = newValue }
  }
  /// The modes with which it is as without `presentsWithGesture` (D-422).
  public var gestureOffIn: Set<DisplayMode> {
    get { state.value.gestureOffIn }
    set { state.value.gestureOffIn = newValue }
  }
  public var delegate: SplitDelegate {
    _read { yield state.value.delegate.value }
    _modify { yield &state.value.delegate.value }
  }

  public var isCollapsed: Bool {
    // `!= nil` would copy the value.
    get { if case .some = collapse { true } else { false } }
  }

  public var primary: Controller? {
    get { columns.primary }
    set { columns.primary = newValue }
  }

  public var secondary: Controller? {
    get { columns.secondary }
    set { columns.secondary = newValue }
  }
}

/// A collapsed split view's state for its expansion.
public struct Collapse: Hashable, Sendable {
  /// The controllers that the collapse, or a pop since, took off the display (CL-10, M7, M10).
  public var preserved: ColumnContents
  /// The columns on the collapsed stack of a column style, bottom first: the compact one alone, or the others in order,
  /// each after the first a child of the first one's stack. Empty in a classic split view.
  public var columns: [CollapsedColumn]

  public init(preserved: ColumnContents = ColumnContents(), columns: [CollapsedColumn] = []) {
    self.preserved = preserved
    self.columns = columns
  }
}

/// A column on the collapsed stack.
public struct CollapsedColumn: Hashable, Sendable {
  public var column: Column
  public var id: ControllerID

  public init(column: Column, id: ControllerID) {
    self.column = column
    self.id = id
  }
}

/// A display mode that a user chose at certain widths. Sorted by these: the order of the choices means nothing.
public struct ChosenMode: Hashable, Sendable, Comparable {
  /// The automatic mode at those widths.
  public var automatic: DisplayMode
  public var mode: DisplayMode

  public init(automatic: DisplayMode, mode: DisplayMode) {
    self.automatic = automatic
    self.mode = mode
  }

  public static func < (left: ChosenMode, right: ChosenMode) -> Bool {
    left.automatic.rawValue < right.automatic.rawValue
  }
}

/// An optional controller for each column.
public struct ColumnContents: Hashable, Sendable {
  public var primary: Controller?
  public var supplementary: Controller?
  public var secondary: Controller?
  public var compact: Controller?
  /// Not here while it is presented as a sheet (IN-2).
  public var inspector: Controller?

  public init(
    primary: Controller? = nil, supplementary: Controller? = nil, secondary: Controller? = nil,
    compact: Controller? = nil, inspector: Controller? = nil
  ) {
    self.primary = primary
    self.supplementary = supplementary
    self.secondary = secondary
    self.compact = compact
    self.inspector = inspector
  }

  public subscript(column: Column) -> Controller? {
    // Inlined, so that a referenced value is read in place.
    get {
      switch column {
      case .primary: primary
      case .supplementary: supplementary
      case .secondary: secondary
      case .compact: compact
      case .inspector: inspector
      }
    }
    set {
      switch column {
      case .primary: primary = newValue
      case .supplementary: supplementary = newValue
      case .secondary: secondary = newValue
      case .compact: compact = newValue
      case .inspector: inspector = newValue
      }
    }
  }

  public var isEmpty: Bool {
    primary == nil && supplementary == nil && secondary == nil && compact == nil && inspector == nil
  }
}
