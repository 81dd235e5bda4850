/// One thing that an app, a user or the system does to a session.
public struct Transition: Hashable, Sendable {
  public var action: Action
  /// Nil: as UIKit does it.
  public var animated: Bool?
  /// Takes screens out that block their removal.
  public var confirm: Bool

  public init(_ action: Action, animated: Bool? = nil, confirm: Bool = false) {
    self.action = action
    self.animated = animated
    self.confirm = confirm
  }

  /// What is done. A member that is nil means the innermost controller of its kind around what was shown last.
  ///
  /// Boxed, since a transition is copied on its way to the record and the history.
  public indirect enum Action: Hashable, Sendable {
    // Stack
    case push(Newcomer, stack: ControllerID? = nil)
    case pop(stack: ControllerID? = nil, count: Int = 1)
    case popTo(ControllerID)
    case popToRoot(stack: ControllerID? = nil)
    case setStack(stack: ControllerID? = nil, children: [Member])
    case replaceTop(Controller, stack: ControllerID? = nil)
    case remove(ControllerID)
    case back(stack: ControllerID? = nil, phase: BackPhase? = nil)
    /// A user taps a screen's own left button; nil is the screen that was shown last.
    case tapLeftBarButton(ControllerID? = nil)

    // Show
    case show(Newcomer, from: ControllerID? = nil)
    case showDetail(Newcomer, from: ControllerID? = nil)

    // Split
    /// Nil is `automatic`.
    case setDisplayMode(DisplayMode?, split: ControllerID? = nil)
    case tapDisplayModeButton(split: ControllerID? = nil)
    case tapSecondaryOnlyButton(split: ControllerID? = nil)
    case tapDimmedSecondary(split: ControllerID? = nil)
    case swipe(HorizontalEdge, split: ControllerID? = nil)
    case showColumn(Column, split: ControllerID? = nil)
    case hideColumn(Column, split: ControllerID? = nil)
    /// Nil empties the column.
    case setColumn(Column, Newcomer?, split: ControllerID? = nil)
    // The large ones stand behind a reference, so that the others are quickly handed on.
    case setSplit(SplitUpdate, split: ControllerID? = nil)

    // Tabs
    case tapTab(ControllerID)
    case selectTab(ControllerID)
    case setTabs(tabBar: ControllerID? = nil, tabs: [TabDescription])
    case setBadge(tab: ControllerID, badge: String?)

    // Top tabs
    /// A page's container is known by the page.
    case tapTitle(page: ControllerID, topTabs: ControllerID? = nil)
    case scroll(topTabs: ControllerID? = nil, contentOffset: Double, ScrollPhase)
    case setPages(topTabs: ControllerID? = nil, pages: [PageDescription])
    case setTopTabs(topTabs: ControllerID? = nil, TopTabsUpdate)

    // Lists
    case selectRow(ControllerID, row: String)
    case deselectRow(ControllerID)
    /// A user taps a row, and the app opens something for it.
    case tapRow(String, list: ControllerID, opening: Newcomer, as: RowOpening)

    // Presentation
    case present(Newcomer, style: PresentationStyle = .pageSheet, from: ControllerID? = nil)
    /// Nil is what stands on top.
    case dismiss(ControllerID? = nil)
    /// A user swipes a page sheet or a form sheet down; nil is what stands on top.
    case swipeDown(ControllerID? = nil)
    /// A user taps outside of a popover; nil is what stands on top.
    case tapOutside(ControllerID? = nil)

    // Environment
    /// With a phase, a stage of a drag of the window's edge.
    case resize(Size, phase: ResizePhase? = nil)
    case rotate(Orientation)
    case setMultitasking(Multitasking)
    case setDevice(String)
    /// Folds the device, or unfolds it (WN-4).
    case fold(Pose)
    case setTraits(horizontal: ForcedClass = .unchanged, vertical: ForcedClass = .unchanged)
    case enterBackground
    case enterForeground

    // Screens
    case updateScreen(ControllerID, ScreenUpdate)
    case removeItem(route: String, params: Params)

    // History
    case history(HistoryMove)
  }

  /// A way through a session's past, which the session itself does not know: the keeper of its states finds one, and
  /// `restore` puts it in place.
  public enum HistoryMove: Hashable, Sendable {
    /// Back before the last change that is not undone.
    case undo
    /// Forward again.
    case redo
    /// To the state of any revision, as a change like any other.
    case revert(revision: Int)
  }

  /// What comes on display: a new tree (a `screen`, or any kind), or a controller of the session, which moves (NV-12).
  public enum Newcomer: Hashable, Sendable {
    case new(Controller)
    case existing(ControllerID)
  }

  /// A child in a list that replaces a container's children: new, or one that the container holds now and that stays
  /// the same.
  public enum Member: Hashable, Sendable {
    case new(Controller)
    case kept(ControllerID)
  }

  /// A tab in such a list. What is nil stays as it is for a kept child (TB-8), and is as by default for a new one.
  public struct TabDescription: Hashable, Sendable {
    public var title: String?
    public var badge: String?
    public var icon: String?
    public var shouldSelect: Tab.ShouldSelect?
    public var child: Member

    public init(
      title: String? = nil, badge: String? = nil, icon: String? = nil, shouldSelect: Tab.ShouldSelect? = nil,
      child: Member
    ) {
      self.title = title
      self.badge = badge
      self.icon = icon
      self.shouldSelect = shouldSelect
      self.child = child
    }
  }

  /// How an app opens what a row stands for.
  public enum RowOpening: String, Hashable, Sendable, CaseIterable {
    /// As `showDetail` from the list.
    case detail
    /// As `push` on the stack around the list.
    case push
  }

  /// The stages of an edge swipe (NV-22).
  public enum BackPhase: String, Hashable, Sendable, CaseIterable {
    case began, cancelled, finished
  }

  /// The stages of a drag of the window's edge: the first new size, those that follow, the last one.
  ///
  /// The size changes the same with each of them and without; they say what is one step of undo.
  public enum ResizePhase: String, Hashable, Sendable, CaseIterable {
    case began, changed, ended
  }

  /// What `setTraits` says of one class.
  public enum ForcedClass: Hashable, Sendable {
    case unchanged
    /// No longer forced.
    case lifted
    case forced(SizeClass)
  }
}
