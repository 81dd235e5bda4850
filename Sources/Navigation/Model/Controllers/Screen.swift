/// A leaf: one screen of the app, as data.
public struct Screen: Hashable, Sendable {
  /// When a list clears its selected row as it appears again (LS-1, LS-3).
  public enum ClearsSelection: String, Hashable, Sendable, CaseIterable {
    case whenCollapsed, always, never
  }

  /// An app's reaction to a tap on the screen's own left button.
  public enum LeftBarAction: String, Hashable, Sendable, CaseIterable {
    /// Pops the innermost enclosing stack that has more than its root.
    case pop
    /// Dismisses the presented tree that contains the screen.
    case dismiss
  }

  /// The swipes by which a user may leave the screen for the one below (BK-1).
  public enum BackSwipe: String, Hashable, Sendable, CaseIterable {
    case both, edge
    case neither = "none"
  }

  /// What the screen shows, in the app's own words.
  public var route: String
  public var title: String?
  /// The title is large and below the bar; only pictures use this member.
  public var hasLargeTitle: Bool
  public var params: Params
  /// The root of a detail stack or a supplementary's, visible while nothing is selected.
  public var isPlaceholder: Bool
  /// The id of the selected row.
  public var selection: String?
  /// The row of a list that shows this screen.
  public var row: String?
  /// The selection is the `row` of what the list opened, computed after every transition (D-150).
  public var selectionFollowsDetail: Bool
  public var clearsSelectionOnAppear: ClearsSelection
  /// Hides the tab bar while the screen is above the root of its stack (NV-14).
  public var hidesBottomBarWhenPushed: Bool
  /// The title of the screen's own left button, in place of the back button (NV-16).
  public var leftBarButton: String?
  public var leftItemsSupplementBackButton: Bool
  public var hidesBackButton: Bool
  /// Nil: the swipes that the system has, where the user has the button (D-436).
  public var backSwipe: BackSwipe?
  /// The title of the back button of the screen above, in place of this screen's title (NV-16).
  public var backButtonTitle: String?
  /// Refuses to leave the session unless the transition says `confirm`.
  public var blocksRemoval: Bool
  /// The action of the screen's own left button; nil: a tap is only reported.
  public var leftBarAction: LeftBarAction?

  public init(
    route: String, title: String? = nil, hasLargeTitle: Bool = false, params: Params = Params(),
    isPlaceholder: Bool = false, selection: String? = nil, clearsSelectionOnAppear: ClearsSelection = .whenCollapsed,
    hidesBottomBarWhenPushed: Bool = false, leftBarButton: String? = nil, leftItemsSupplementBackButton: Bool = false,
    hidesBackButton: Bool = false, backButtonTitle: String? = nil, blocksRemoval: Bool = false,
    leftBarAction: LeftBarAction? = nil, selectionFollowsDetail: Bool = false, row: String? = nil,
    backSwipe: BackSwipe? = nil
  ) {
    self.route = route
    self.title = title
    self.hasLargeTitle = hasLargeTitle
    self.params = params
    self.isPlaceholder = isPlaceholder
    self.selection = selection
    self.clearsSelectionOnAppear = clearsSelectionOnAppear
    self.hidesBottomBarWhenPushed = hidesBottomBarWhenPushed
    self.leftBarButton = leftBarButton
    self.leftItemsSupplementBackButton = leftItemsSupplementBackButton
    self.hidesBackButton = hidesBackButton
    self.backButtonTitle = backButtonTitle
    self.blocksRemoval = blocksRemoval
    self.leftBarAction = leftBarAction
    self.selectionFollowsDetail = selectionFollowsDetail
    self.row = row
    self.backSwipe = backSwipe
  }

  /// Whether a row is selected.
  var hasSelection: Bool { if case .some = selection { true } else { false } }
  /// Whether it has a word of computed selections (D-150).
  var hasRowWords: Bool { if selectionFollowsDetail { true } else if case .some = row { true } else { false } }

  /// Each member once: its name in JSON, where a screen has it, and where an update has it.
  package static func visit<Visitor: MemberVisitor & ~Copyable>(
    _ screen: inout Screen, _ update: inout ScreenUpdate, _ visitor: inout Visitor
  ) {
    visitor.text("route", &screen.route, &update.route)
    visitor.text("title", &screen.title, &update.title)
    visitor.flag("largeTitle", &screen.hasLargeTitle, &update.hasLargeTitle)
    visitor.params("params", &screen.params, &update.params)
    visitor.state("placeholder", &screen.isPlaceholder)
    visitor.state("selection", &screen.selection)
    visitor.word(
      "clearsSelectionOnAppear", unless: .whenCollapsed, &screen.clearsSelectionOnAppear,
      &update.clearsSelectionOnAppear)
    visitor.flag("hidesBottomBarWhenPushed", &screen.hidesBottomBarWhenPushed, &update.hidesBottomBarWhenPushed)
    visitor.text("leftBarButton", &screen.leftBarButton, &update.leftBarButton)
    visitor.flag(
      "leftItemsSupplementBackButton", &screen.leftItemsSupplementBackButton, &update.leftItemsSupplementBackButton)
    visitor.flag("hidesBackButton", &screen.hidesBackButton, &update.hidesBackButton)
    visitor.word("backSwipe", &screen.backSwipe, &update.backSwipe)
    visitor.text("backButtonTitle", &screen.backButtonTitle, &update.backButtonTitle)
    visitor.flag("blocksRemoval", &screen.blocksRemoval, &update.blocksRemoval)
    visitor.word("leftBarAction", &screen.leftBarAction, &update.leftBarAction)
    visitor.flag("selectionFollowsDetail", &screen.selectionFollowsDetail, &update.selectionFollowsDetail)
    visitor.text("row", &screen.row, &update.row)
  }
}

/// New values for a screen's settable members; nil leaves one as it is, and `.some(nil)` takes an optional one away.
public struct ScreenUpdate: Hashable, Sendable {
  public var route: String?
  public var title: String??
  public var hasLargeTitle: Bool?
  public var params: Params?
  public var clearsSelectionOnAppear: Screen.ClearsSelection?
  public var hidesBottomBarWhenPushed: Bool?
  public var leftBarButton: String??
  public var leftItemsSupplementBackButton: Bool?
  public var hidesBackButton: Bool?
  public var backSwipe: Screen.BackSwipe??
  public var leftBarAction: Screen.LeftBarAction??
  public var backButtonTitle: String??
  public var blocksRemoval: Bool?
  public var selectionFollowsDetail: Bool?
  public var row: String??
  /// Of a controller of any kind but a split view, like the next three (D-163).
  public var isModalInPresentation: Bool?
  public var onShouldDismiss: Bool?
  public var supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations?
  public var preferredContentSize: Size??
  public var traitOverride: TraitOverride??

  public init() {}

  /// An update with the values that `change` sets.
  public init(_ change: (inout ScreenUpdate) -> Void) { change(&self) }
}

/// The app's answers for a controller of any kind.
public struct ControllerAnswers: Hashable, Sendable {
  /// If true, no gesture dismisses the presented tree that contains the controller: each one of the tree may refuse
  /// (D-84).
  public var isModalInPresentation: Bool
  /// The answer to `presentationControllerShouldDismiss(_:)` if a user wants to dismiss that tree (D-84).
  public var onShouldDismiss: Bool
  /// The orientations of a window with this root; a split view has its delegate's instead (D-164).
  public var supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations
  /// The size that it asks for as a form sheet or a popover, in whole points; nil: it does not say (D-242).
  public var preferredContentSize: Size?

  /// - Parameter preferredContentSize: at most `Limits.contentSide` each way.
  public init(
    isModalInPresentation: Bool = false, onShouldDismiss: Bool = true,
    supportedInterfaceOrientations: SplitDelegate.SupportedInterfaceOrientations = .system,
    preferredContentSize: Size? = nil
  ) {
    self.isModalInPresentation = isModalInPresentation
    self.onShouldDismiss = onShouldDismiss
    self.supportedInterfaceOrientations = supportedInterfaceOrientations
    self.preferredContentSize = preferredContentSize
  }

  /// Each member once, like those of a screen.
  package static func visit<Visitor: MemberVisitor & ~Copyable>(
    _ answers: inout ControllerAnswers, _ update: inout ScreenUpdate, _ visitor: inout Visitor
  ) {
    visitor.flag("isModalInPresentation", &answers.isModalInPresentation, &update.isModalInPresentation)
    visitor.flag("onShouldDismiss", unless: true, &answers.onShouldDismiss, &update.onShouldDismiss)
    visitor.word(
      "supportedInterfaceOrientations", unless: .system, &answers.supportedInterfaceOrientations,
      &update.supportedInterfaceOrientations)
    visitor.size("preferredContentSize", &answers.preferredContentSize, &update.preferredContentSize)
  }
}

/// The app's own data on a screen: the members of a JSON object in their order, each value as compact JSON text with
/// its numbers as written.
///
/// The model never looks inside a value: two are the same where their texts are.
public struct Params: Hashable, Sendable {
  public struct Member: Hashable, Sendable {
    public var name: String
    public var json: String

    public init(name: String, json: String) {
      self.name = name
      self.json = json
    }
  }

  public var members: [Member]

  public init(members: [Member] = []) { self.members = members }

  public var isEmpty: Bool { members.isEmpty }

  /// Whether every member of `other` is here with the same value.
  public func contains(_ other: Params) -> Bool {
    other.members.allSatisfy { members.contains($0) }
  }
}

extension Controller {
  /// A screen; without an id, the session assigns one.
  public static func screen(
    _ id: ControllerID = .automatic, route: String, title: String? = nil, params: Params = Params()
  ) -> Controller {
    Controller(id: id, content: .screen(Screen(route: route, title: title, params: params)))
  }
}
