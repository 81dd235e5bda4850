extension Transition {
  /// A user's scroll. Its end settles on the most visible page (SYS4-17, SYS4-19 as decided).
  public struct Scroll: UserTransition {
    package static let type = "scroll"

    public var topTabs: ControllerID?
    /// Points.
    public var contentOffset: Double = 0
    public var phase: ScrollPhase = .dragging

    package mutating func members(_ m: inout some Members) {
      m.optional("topTabs", &topTabs)
      m.contentOffset("contentOffset", &contentOffset)
      m.required("phase", &phase)
    }

    package func dragged(in session: Session) -> Dragged? {
      (try? session.resolve(topTabs, .topTabs)).map { .pages(of: $0) }
    }

    /// Not handled outwards at an edge without bounce (SYS4-23, SYS4-24); a scroll from elsewhere stops there (D-123).
    /// Throws `notOnDisplay`.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      guard session.display.canReach(id) else { throw .notOnDisplay(id) }
      guard let container = session.root.find(id)?.topTabs, container.beginsScroll(to: contentOffset) else {
        return Outcome(.atEdge)
      }
      session.updateTopTabs(id, &recorder) { topTabs in
        topTabs.scroll(to: contentOffset)
        switch phase {
        case .dragging, .decelerating: break
        case .ended: topTabs.settle(on: topTabs.mostVisibleIndex)
        }
      }
      recorder.animated = true
      return Outcome()
    }
  }

  /// The stages of a scroll: dragged by a finger, decelerating, at rest (SYS4-17).
  public enum ScrollPhase: String, Hashable, Sendable, CaseIterable {
    case dragging, decelerating, ended
  }

  /// A user's tap on a title settles on the page at once (SYS4-9).
  public struct TapTitle: UserTransition {
    package static let type = "tapTitle"

    public var page: ControllerID = .automatic
    /// Nil: the container of the page.
    public var topTabs: ControllerID?

    package mutating func members(_ m: inout some Members) {
      m.required("page", &page)
      m.optional("topTabs", &topTabs)
    }

    /// Throws `notOnDisplay` where the control is covered or hidden, `notInStack` for a page of another container.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      if let topTabs { _ = try session.resolve(topTabs, .topTabs) }
      let (container, index) = try session.topTabs(holding: page)
      guard container.id == topTabs ?? container.id else { throw .notInStack(page) }
      guard session.display.canReach(container.id), !container.value.isTabControlHidden else {
        throw .notOnDisplay(container.id)
      }
      session.updateTopTabs(container.id, &recorder) { $0.settle(on: index) }
      recorder.animated = true
      return Outcome()
    }
  }

  /// Replaces the pages. Omitted ones are discarded (SYS4-1); the current page is the same child, else at the same
  /// index, clamped.
  public struct SetPages: AppTransition {
    package static let type = "setPages"

    public var topTabs: ControllerID?
    public var pages: [PageDescription] = []

    package mutating func members(_ m: inout some Members) {
      m.optional("topTabs", &topTabs)
      m.required("pages", &pages)
    }

    /// Throws `emptyContainer` without pages.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      let old = session.root.find(id)?.topTabs?.pages.map(\.child) ?? []
      let children = try session.resolve(pages.map(\.child), from: old, in: id, as: .container, &recorder)
      let pages = zip(pages, children).map { Page(title: $0.title, child: $1) }
      var isReplaced = false
      session.updateTopTabs(id, &recorder) { isReplaced = $0.replacePages(with: pages) }
      guard isReplaced else { throw .emptyContainer(id) }
      return Outcome()
    }
  }

  /// A page of a replacement list.
  public struct PageDescription: Hashable, Sendable {
    public var title: String
    public var child: Member

    public init(title: String, child: Member) {
      self.title = title
      self.child = child
    }
  }

  /// Changes the settings of top tabs, on display or not. A new current page settles (SYS4-17); without bounce
  /// an overscroll ends.
  public struct SetTopTabs: AppTransition {
    package static let type = "setTopTabs"

    public var topTabs: ControllerID?
    public var update: TopTabsUpdate = TopTabsUpdate()

    package mutating func members(_ m: inout some Members) {
      m.optional("topTabs", &topTabs)
      m.update(&update)
    }

    /// Throws `noSuchController` or `notInStack` where `currentPage` is not in the container.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let id = try session.resolve(topTabs, .topTabs)
      var index: Int?
      if let page = update.currentPage {
        index = session.root.find(id)?.topTabs?.index(of: page)
        if index == nil {
          throw session.root.locateInSession(page) == nil ? .noSuchController(page) : .notInStack(page)
        }
      }
      session.updateTopTabs(id, &recorder) { $0.apply(update) }
      recorder.animated = index != nil
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func scroll(
    topTabs: ControllerID? = nil, contentOffset: Double, _ phase: Transition.ScrollPhase
  ) -> Self {
    Self(Transition.Scroll(topTabs: topTabs, contentOffset: contentOffset, phase: phase))
  }

  public static func tapTitle(page: ControllerID, topTabs: ControllerID? = nil) -> Self {
    Self(Transition.TapTitle(page: page, topTabs: topTabs))
  }

  public static func setPages(topTabs: ControllerID? = nil, pages: [Transition.PageDescription]) -> Self {
    Self(Transition.SetPages(topTabs: topTabs, pages: pages))
  }

  public static func setTopTabs(topTabs: ControllerID? = nil, _ update: TopTabsUpdate) -> Self {
    Self(Transition.SetTopTabs(topTabs: topTabs, update: update))
  }
}

extension TopTabs {
  /// Whether this container handles a pan to this offset. Parsers already reject non-finite offsets.
  fileprivate func beginsScroll(to contentOffset: Double) -> Bool {
    guard contentOffset.isFinite else { return false }
    return edge(beyond: contentOffset).map(takesPan(over:)) ?? true
  }
}

extension Session {
  fileprivate func topTabs(holding page: ControllerID) throws(Rejection) -> (ContentStorage<TopTabs>, index: Int) {
    guard let location = root.locateInSession(page) else { throw .noSuchController(page) }
    guard case .topTabs(let topTabs)? = location.parent?.node, let index = topTabs.value.index(of: page) else {
      throw .noMember(page, of: .topTabs, in: location.member(of: .topTabs))
    }
    return (topTabs, index)
  }

  // Pages that a swipe changes, and the events of a new page (SYS4).

  /// A swipe over the innermost pages on display, if they take it: to the next page in that direction, or only a bounce
  /// (SYS4-22 to SYS4-24).
  mutating func swipePages(_ edge: HorizontalEdge, inside split: ControllerID?, _ recorder: inout EventRecorder)
    -> Outcome?
  {
    guard let id = display.pagesTaking(edge, inside: split) else { return nil }
    updateTopTabs(id, &recorder) { $0.settle(on: $0.currentIndex + (edge == .leading ? -1 : 1)) }
    recorder.animated = true
    return Outcome(takenBy: id)
  }

  /// Changes the container, and adds an event for a new current page.
  fileprivate mutating func updateTopTabs(
    _ id: ControllerID, _ recorder: inout EventRecorder, _ change: (inout TopTabs) -> Void
  ) {
    let event = root.update(id) { controller -> Event? in
      guard case .topTabs(var topTabs) = controller.content else { return nil }
      let old = topTabs.currentPage
      change(&topTabs)
      controller.content = .topTabs(topTabs)
      return old == topTabs.currentPage ? nil : .pageChanged(topTabs: id, from: old, to: topTabs.currentPage)
    }
    if let event = event ?? nil { recorder.add(event, to: .changes) }
  }
}

extension Display {
  /// The pages that take a swipe over the window, or over a split view; nil where they leave it to others (SYS4-22).
  func pagesTaking(_ edge: HorizontalEdge, inside split: ControllerID?) -> ControllerID? {
    guard let last = split.map({ lastReachable(in: $0) }) ?? lastReachable, let pages = last.innermost(.topTabs),
      pages.topTabs?.takesPan(over: edge) == true
    else { return nil }
    return pages.id
  }
}
