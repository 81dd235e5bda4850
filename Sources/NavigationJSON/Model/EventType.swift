import NavigationModel

/// The word for each event: its `type` in JSON.
package enum EventType: String, CaseIterable, JSONTabledWord {
  case delegateCall, parentChanged
  case viewWillAppear, viewDidAppear, viewWillDisappear, viewDidDisappear
  case placeholderWillAppear, showDetailTargetDidChange, leftBarButtonTapped, selectionChanged
  case collapsed, expanded, displayModeChanged, tabSelected, pageChanged, presented, dismissed, discarded

  static let table = JSONWordTable<EventType>()
}

extension Event {
  /// A property, because an initialiser would be given a copy of the whole event.
  package var type: EventType {
    switch self {
    case .delegateCall: .delegateCall
    case .parentChanged: .parentChanged
    case .viewWillAppear: .viewWillAppear
    case .viewDidAppear: .viewDidAppear
    case .viewWillDisappear: .viewWillDisappear
    case .viewDidDisappear: .viewDidDisappear
    case .placeholderWillAppear: .placeholderWillAppear
    case .showDetailTargetDidChange: .showDetailTargetDidChange
    case .leftBarButtonTapped: .leftBarButtonTapped
    case .selectionChanged: .selectionChanged
    case .collapsed: .collapsed
    case .expanded: .expanded
    case .displayModeChanged: .displayModeChanged
    case .tabSelected: .tabSelected
    case .pageChanged: .pageChanged
    case .presented: .presented
    case .dismissed: .dismissed
    case .discarded: .discarded
    }
  }
}
