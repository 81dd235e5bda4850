/// A callback or notification that an app would have received.
public enum Event: Hashable, Sendable {
  /// A UIKit delegate method would be called.
  case delegateCall(DelegateCall)
  /// The controller moved between containers; nil is none.
  case parentChanged(ControllerID, from: ControllerID?, to: ControllerID?)
  case viewWillAppear(ControllerID, animated: Bool)
  case viewDidAppear(ControllerID, animated: Bool)
  case viewWillDisappear(ControllerID, animated: Bool)
  case viewDidDisappear(ControllerID, animated: Bool)
  /// The notification that nothing is selected (SYS0-12).
  case placeholderWillAppear(split: ControllerID, placeholder: ControllerID)
  /// `UIViewController.showDetailTargetDidChangeNotification` (SH-14).
  case showDetailTargetDidChange(split: ControllerID)
  /// A user tapped the screen's own left button; the app performs its action.
  case leftBarButtonTapped(ControllerID)
  /// A user tapped the selected tab, and the app scrolls the screen to its top (D-420).
  case scrollToTop(ControllerID)
  case selectionChanged(ControllerID, from: String?, to: String?, SelectionCause)
  case collapsed(split: ControllerID)
  case expanded(split: ControllerID)
  case displayModeChanged(split: ControllerID, from: DisplayMode, to: DisplayMode)
  /// From one child of the tab bar to another one; `tabs` where its tabs have ids of their own (TG-3).
  case tabSelected(tabBar: ControllerID, from: ControllerID, to: ControllerID, tabs: TabChange? = nil)
  case pageChanged(topTabs: ControllerID, from: ControllerID, to: ControllerID)
  /// A tab bar's bar stands elsewhere (D-462).
  case barChanged(tabBar: ControllerID, from: BarPlace, to: BarPlace)
  /// The controller, the root of a presented tree, was presented; `adapted` is nil where the style is that requested.
  case presented(
    ControllerID, presenter: ControllerID, PresentationStyle, adapted: PresentationStyle?)
  /// The style of a presented tree adapted to another size class of the window (PR-3).
  case adaptationChanged(ControllerID, from: PresentationStyle, to: PresentationStyle)
  /// The sheet with this root stands at another detent, of any cause (D-506).
  case detentChanged(ControllerID, from: String, to: String)
  /// The presented tree with this root was dismissed.
  case dismissed(ControllerID)
  /// The controller left the session permanently.
  case discarded(ControllerID)

  /// From the tab or group that was selected to the one that is, of any depth.
  public struct TabChange: Hashable, Sendable {
    public var from: ControllerID
    public var to: ControllerID

    public init(from: ControllerID, to: ControllerID) { (self.from, self.to) = (from, to) }
  }

  public enum SelectionCause: String, Hashable, Sendable, CaseIterable {
    case user, programmatic, placeholderAppeared, viewWillAppear, separated, itemRemoved
    /// The list follows its detail (D-150); only in a session with such a list.
    case detail
  }
}

extension Event: KindedBody {
  package static let kinds = JSONKinds<Event>(
    [
      .delegateCall(.didExpand(split: .automatic)), .parentChanged(.automatic, from: nil, to: nil),
      .viewWillAppear(.automatic, animated: false), .viewDidAppear(.automatic, animated: false),
      .viewWillDisappear(.automatic, animated: false), .viewDidDisappear(.automatic, animated: false),
      .placeholderWillAppear(split: .automatic, placeholder: .automatic),
      .showDetailTargetDidChange(split: .automatic), .leftBarButtonTapped(.automatic),
      .scrollToTop(.automatic), .selectionChanged(.automatic, from: nil, to: nil, .user), .collapsed(split: .automatic),
      .expanded(split: .automatic), .displayModeChanged(split: .automatic, from: .secondaryOnly, to: .secondaryOnly),
      .tabSelected(tabBar: .automatic, from: .automatic, to: .automatic),
      .pageChanged(topTabs: .automatic, from: .automatic, to: .automatic),
      .barChanged(tabBar: .automatic, from: .bottom, to: .bottom),
      .presented(.automatic, presenter: .automatic, .pageSheet, adapted: nil),
      .adaptationChanged(.automatic, from: .pageSheet, to: .pageSheet),
      .detentChanged(.automatic, from: "medium", to: "large"), .dismissed(.automatic), .discarded(.automatic),
    ], word: \.type)

  package var type: StaticString {
    switch self {
    case .delegateCall: "delegateCall"
    case .parentChanged: "parentChanged"
    case .viewWillAppear: "viewWillAppear"
    case .viewDidAppear: "viewDidAppear"
    case .viewWillDisappear: "viewWillDisappear"
    case .viewDidDisappear: "viewDidDisappear"
    case .placeholderWillAppear: "placeholderWillAppear"
    case .showDetailTargetDidChange: "showDetailTargetDidChange"
    case .leftBarButtonTapped: "leftBarButtonTapped"
    case .scrollToTop: "scrollToTop"
    case .selectionChanged: "selectionChanged"
    case .collapsed: "collapsed"
    case .expanded: "expanded"
    case .displayModeChanged: "displayModeChanged"
    case .tabSelected: "tabSelected"
    case .pageChanged: "pageChanged"
    case .barChanged: "barChanged"
    case .presented: "presented"
    case .adaptationChanged: "adaptationChanged"
    case .detentChanged: "detentChanged"
    case .dismissed: "dismissed"
    case .discarded: "discarded"
    }
  }

  package func members(_ m: inout some Members) -> Event {
    switch self {
    case .delegateCall(let call): .delegateCall(call.members(&m))
    case .parentChanged(let id, let from, let to):
      .parentChanged(m("controller", id), from: m.orNull("from", from), to: m.orNull("to", to))
    case .viewWillAppear(let id, let animated): .viewWillAppear(m("controller", id), animated: m("animated", animated))
    case .viewDidAppear(let id, let animated): .viewDidAppear(m("controller", id), animated: m("animated", animated))
    case .viewWillDisappear(let id, let animated):
      .viewWillDisappear(m("controller", id), animated: m("animated", animated))
    case .viewDidDisappear(let id, let animated):
      .viewDidDisappear(m("controller", id), animated: m("animated", animated))
    case .placeholderWillAppear(let split, let id):
      .placeholderWillAppear(split: m("split", split), placeholder: m("placeholder", id))
    case .showDetailTargetDidChange(let split): .showDetailTargetDidChange(split: m("split", split))
    case .leftBarButtonTapped(let id): .leftBarButtonTapped(m("controller", id))
    case .scrollToTop(let id): .scrollToTop(m("screen", id))
    case .selectionChanged(let id, let from, let to, let cause):
      .selectionChanged(m("controller", id), from: m.orNull("from", from), to: m.orNull("to", to), m("cause", cause))
    case .collapsed(let split): .collapsed(split: m("split", split))
    case .expanded(let split): .expanded(split: m("split", split))
    case .displayModeChanged(let split, let from, let to):
      .displayModeChanged(split: m("split", split), from: m("from", from), to: m("to", to))
    case .tabSelected(let tabBar, let from, let to, let tabs):
      .tabSelected(tabBar: m("tabBar", tabBar), from: m("from", from), to: m("to", to), tabs: m.change(tabs))
    case .pageChanged(let topTabs, let from, let to):
      .pageChanged(topTabs: m("topTabs", topTabs), from: m("from", from), to: m("to", to))
    case .barChanged(let tabBar, let from, let to):
      .barChanged(tabBar: m("tabBar", tabBar), from: m("from", from), to: m("to", to))
    case .presented(let id, let presenter, let style, let adapted):
      .presented(
        m("controller", id), presenter: m("presenter", presenter), m("style", style),
        adapted: m.unlessNil("adaptedStyle", adapted))
    case .adaptationChanged(let id, let from, let to):
      .adaptationChanged(m("controller", id), from: m("from", from), to: m("to", to))
    case .detentChanged(let id, let from, let to):
      .detentChanged(m("controller", id), from: m("from", from), to: m("to", to))
    case .dismissed(let id): .dismissed(m("controller", id))
    case .discarded(let id): .discarded(m("controller", id))
    }
  }
}

extension Archive where Self: ~Copyable {
  fileprivate mutating func change(_ tabs: Event.TabChange?) -> Event.TabChange? {
    var (from, to) = (tabs?.from, tabs?.to)
    optional("fromTab", &from)
    optional("toTab", &to)
    guard let from, let to else { return nil }
    return Event.TabChange(from: from, to: to)
  }
}
