extension Transition {
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
}

extension Transition.Action {
  public static func setPages(topTabs: ControllerID? = nil, pages: [Transition.PageDescription]) -> Self {
    Self(Transition.SetPages(topTabs: topTabs, pages: pages))
  }
}

extension Transition {
  /// A page of a replacement list.
  public struct PageDescription: Hashable, Sendable {
    public var title: String
    public var child: Member

    public init(title: String, child: Member) {
      self.title = title
      self.child = child
    }
  }
}
