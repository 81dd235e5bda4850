/// A `UISplitViewController`: up to three columns side by side while it is expanded, one page while it is collapsed.
public struct Split: Hashable, Sendable {
  /// What stands in each column. While collapsed the columns on the collapsed stack stand in the primary's, and not
  /// here.
  public var columns: ColumnContents
  /// All else stays what it is at most transitions, which copy the split view with a column that has changed.
  private var state: Boxed<State>

  /// What it is besides its columns.
  private struct State: Hashable {
    var style: SplitStyle
    var displayMode: DisplayMode
    var modeBeforeSecondaryOnly: DisplayMode?
    var isOverlayDeferred = false
    var isDetailChosen = false
    var size: Size?
    var preferences: Boxed<SplitPreferences>
    var behavior: Boxed<SplitDelegate>
    var chosenModes: [ChosenMode] = []
    var collapse: Collapse?
  }

  /// A split view as it is before it enters a window: expanded, showing nothing but its secondary (SC-3, M0).
  public init(
    style: SplitStyle = .classic, preferences: SplitPreferences = SplitPreferences(), columns: ColumnContents,
    collapse: Collapse? = nil,
    displayMode: DisplayMode = .secondaryOnly, behavior: SplitDelegate = SplitDelegate()
  ) {
    self.columns = columns
    state = Boxed(
      State(
        style: style, displayMode: displayMode, preferences: Boxed(preferences), behavior: Boxed(behavior),
        collapse: collapse))
  }

  /// Whether the very same trees stand beside the columns.
  func keepsSame(as other: Split) -> Bool { state.isIdentical(to: other.state) }

  /// Bytes of it and of what stands behind its reference.
  static var byteCount: Int { MemoryLayout<Split>.stride + MemoryLayout<State>.stride }
}

extension Split {
  public var style: SplitStyle { state.value.style }
  public var preferences: SplitPreferences {
    @inline(__always) _read { yield state.value.preferences.value }
    set { state.value.preferences.value = newValue }
  }
  /// Nil while expanded; collapsed where "the split view's own horizontal class is compact", after every transition
  /// (SC-1).
  public var collapse: Collapse? {
    @inline(__always) _read { yield state.value.collapse }
    @inline(__always) _modify { yield &state.value.collapse }
  }
  public var displayMode: DisplayMode {
    get { state.value.displayMode }
    set { state.value.displayMode = newValue }
  }
  /// The modes a user chose, each for the widths that `automatic` takes for the mode named first; they outlive
  /// rotations (DM-19).
  public var chosenModes: [ChosenMode] {
    _read { yield state.value.chosenModes }
    _modify { yield &state.value.chosenModes }
  }
  /// The preferred overlay was asked for before the first appearance, and stays away until it is asked for again (M2).
  public var isOverlayDeferred: Bool {
    get { state.value.isOverlayDeferred }
    set { state.value.isOverlayDeferred = newValue }
  }
  /// Where `tapSecondaryOnlyButton` leads back to (DM-12).
  public var modeBeforeSecondaryOnly: DisplayMode? {
    get { state.value.modeBeforeSecondaryOnly }
    set { state.value.modeBeforeSecondaryOnly = newValue }
  }
  /// Whether `showDetail` chose what the secondary shows.
  public var isDetailChosen: Bool {
    get { state.value.isDetailChosen }
    set { state.value.isDetailChosen = newValue }
  }
  /// The size of the last layout, in points; nil before the first appearance.
  public var size: Size? {
    get { state.value.size }
    set { state.value.size = newValue }
  }
  public var behavior: SplitDelegate {
    @inline(__always) _read { yield state.value.behavior.value }
    @inline(__always) _modify { yield &state.value.behavior.value }
  }

  public var isCollapsed: Bool {
    // A comparison would copy what is compared.
    @inline(__always) get { if case .some = collapse { true } else { false } }
  }

  public var primary: Controller? {
    @inline(__always) get { columns.primary }
    set { columns.primary = newValue }
  }

  public var secondary: Controller? {
    @inline(__always) get { columns.secondary }
    set { columns.secondary = newValue }
  }
}

/// What a collapsed split view remembers for its expansion.
public struct Collapse: Hashable, Sendable {
  /// What the collapse, or a pop since, took off the display (CL-10, M7, M10).
  public var preserved: ColumnContents
  /// The columns of a column style that make up the collapsed stack, bottom first: the compact one alone, or the others
  /// in their order, each but the first a child of the first one's stack. Empty in a classic split view.
  public var columns: [CollapsedColumn]
  /// The tab that was selected when details first came onto the collapsed stack, or were kept beside it; nil where
  /// there are none, or where details are not saved with their tab (SYS1-28 as decided).
  public var detailTab: ControllerID?

  public init(
    preserved: ColumnContents = ColumnContents(), columns: [CollapsedColumn] = [], detailTab: ControllerID? = nil
  ) {
    self.preserved = preserved
    self.columns = columns
    self.detailTab = detailTab
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

/// A display mode that a user chose at certain widths.
public struct ChosenMode: Hashable, Sendable {
  /// What `automatic` stands for there.
  public var automatic: DisplayMode
  public var mode: DisplayMode

  public init(automatic: DisplayMode, mode: DisplayMode) {
    self.automatic = automatic
    self.mode = mode
  }
}

/// A controller for each column, or none.
public struct ColumnContents: Hashable, Sendable {
  public var primary: Controller?
  public var supplementary: Controller?
  public var secondary: Controller?
  public var compact: Controller?

  public init(
    primary: Controller? = nil, supplementary: Controller? = nil, secondary: Controller? = nil,
    compact: Controller? = nil
  ) {
    self.primary = primary
    self.supplementary = supplementary
    self.secondary = secondary
    self.compact = compact
  }

  public subscript(column: Column) -> Controller? {
    // Inlined, so that what is behind a reference is read in place.
    @inline(__always) get {
      switch column {
      case .primary: primary
      case .supplementary: supplementary
      case .secondary: secondary
      case .compact: compact
      }
    }
    set {
      switch column {
      case .primary: primary = newValue
      case .supplementary: supplementary = newValue
      case .secondary: secondary = newValue
      case .compact: compact = newValue
      }
    }
  }

  public var isEmpty: Bool { primary == nil && supplementary == nil && secondary == nil && compact == nil }
}
