extension Transition {
  /// Replaces all children of a stack at once; the appearance depends on the old and the new top (NV-6).
  public struct SetStack: AppTransition {
    package static let type = "setStack"

    public var stack: ControllerID?
    /// Root first.
    public var children: [Member] = []

    package mutating func members(_ m: inout some Members) {
      m.optional("stack", &stack)
      m.required("children", &children)
    }

    package func naming(in session: Session) -> ControllerID? { try? session.resolveStack(stack) }

    /// Throws `emptyContainer` without children, `cannotContain` where the placeholder would lose its place at the root
    /// (SYS0-3).
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let target = try session.resolveStack(stack)
      let old = session.root.find(target)?.stack?.children ?? []
      let children = try session.resolve(children, from: old, in: target, as: .stackMember, &recorder)
      guard let first = children.first else { throw .emptyContainer(target) }
      if let oldRoot = old.first, oldRoot.isPlaceholder, first.id != oldRoot.id {
        throw .cannotContain(container: target, child: first.id)
      }
      if first.kind == .stack { throw .cannotPush(first.id) }
      if children.count > 1 { try session.checkTakesDetails(target, children[1].id) }
      if let misplaced = children.dropFirst().first(where: \.isPlaceholder) {
        throw .cannotContain(container: target, child: misplaced.id)
      }
      let parts = session.partsPages(target)
      _ = session.root.update(target) {
        $0.updateStack { $0.replace(with: first, children.dropFirst(), partsPages: parts) }
      }
      recorder.animated = true
      return Outcome()
    }
  }
}

extension Transition.Action {
  public static func setStack(stack: ControllerID? = nil, children: [Transition.Member]) -> Self {
    Self(Transition.SetStack(stack: stack, children: children))
  }
}

extension Stack {
  /// Replaces the children. Where pages and details are parted, a retained detail is a detail with all above it; the
  /// others are pages, but those that are new around a tab bar (D-27).
  fileprivate mutating func replace(with root: Controller, _ above: ArraySlice<Controller>, partsPages: Bool) {
    let pages = Set(partsPages ? children.prefix(detailIndex).map(\.id) : [])
    let details = Set(partsPages ? children.dropFirst(detailIndex).map(\.id) : [])
    self.root = root
    self.above = Array(above)
    let isAroundTabs = root.kind == .tabBar
    let firstDetail =
      self.above.firstIndex { isAroundTabs ? !pages.contains($0.id) : details.contains($0.id) }.map { $0 + 1 } ?? count
    detailIndex = partsPages ? firstDetail : min(detailIndex, count)
    isInteractiveBack = false
  }
}
