extension Transition {
  /// Gives the window another root, as a login, a logout or another account does (D-220).
  public struct SetRoot: AppTransition {
    package static let type = "setRoot"

    public var root: Root = .controller(.missing)
    /// Dismisses what is presented over the window.
    public var dismisses: Bool = false

    package mutating func members(_ m: inout some Members) {
      m.root(&root)
      m.flag("dismisses", &dismisses)
    }

    /// Throws `cannotPush` for a controller of the session, `alreadyPresenting` for what presents over the window, and
    /// the errors of a creation.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      let tree = try session.tree(of: root)
      session.reportDismissals(&recorder)
      while let presenter = session.root.presenterOverWindow(countsInspectors: dismisses) {
        guard dismisses, let going = presenter.presentedChild else { throw .alreadyPresenting(presenter.id) }
        session.dismiss(going, from: presenter.id, &recorder)
      }
      recorder.endRoot()
      try session.replaceRoot(with: tree, &recorder)
      // The window's `rootViewController` changes at once.
      recorder.animated = false
      return Outcome()
    }
  }

  /// The root of a window.
  public enum Root: Hashable, Sendable {
    case controller(Newcomer)
    /// A named arrangement, which is expanded.
    case layout(Layout)
  }
}

extension Transition.Action {
  public static func setRoot(_ root: Transition.Root, dismisses: Bool = false) -> Self {
    Self(Transition.SetRoot(root: root, dismisses: dismisses))
  }
}

extension Session {
  /// The tree of a new root; a controller of the session never becomes it (D-221).
  fileprivate func tree(of root: Transition.Root) throws(Rejection) -> Controller {
    switch root {
    case .layout(let layout): return try layout.controller()
    case .controller(.new(let tree)): return tree
    case .controller(.existing(let id)):
      throw self.root.findInSession(id) == nil ? .noSuchController(id) : .cannotPush(id)
    }
  }

  /// Only the new tree's ids have to differ from each other (D-221).
  fileprivate mutating func replaceRoot(with tree: Controller, _ recorder: inout EventRecorder) throws(Rejection) {
    root = tree
    try admitRoot(&recorder)
  }
}

extension Controller {
  /// The outermost controller that presents over the window: the root of the window, in any style, else one whose tree
  /// is not in its own area. UIKit would leave what it presents behind a new root (D-222).
  ///
  /// - Parameter countsInspectors: false: a sheet of the system's goes with its split view (D-487).
  fileprivate func presenterOverWindow(countsInspectors: Bool) -> Controller? {
    isPresenting && (countsInspectors || !presentsInspector) ? self : outermostOverWindow(countsInspectors)
  }

  private func outermostOverWindow(_ countsInspectors: Bool) -> Controller? {
    guard summary.holdsPresented else { return nil }
    if coversWindow, countsInspectors || !presentsInspector { return self }
    for slot in slots where holding(at: slot) != .pending {
      if let found = held(at: slot)?.outermostOverWindow(countsInspectors) { return found }
    }
    return nil
  }
}
