extension Transition {
  /// Changes the size of the window. Then, as after every change of the environment, all split views are laid out again
  /// (SC-1, TR-4).
  public struct Resize: SystemTransition {
    package static let type = "resize"

    public var size: Size = Size(width: 0, height: 0)
    /// A stage of a drag of the window's edge.
    public var phase: ResizePhase?

    package mutating func members(_ m: inout some Members) {
      m.required("width", &size.width)
      m.required("height", &size.height)
      m.optional("phase", &phase)
    }

    package var resizePhase: ResizePhase? { phase }

    package func dragged(in session: Session) -> Dragged? { phase.map { _ in .windowEdge } }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.resize(to: size)
      return Outcome()
    }
  }

  /// The stages of a drag of the window's edge: the first new size, those that follow, the last one.
  ///
  /// They do not affect the size; they group resizes into one step of undo.
  public enum ResizePhase: String, Hashable, Sendable, CaseIterable {
    case began, changed, ended
  }

  /// Moves the session to another device, by its name in the catalogue (D-100).
  public struct SetDevice: SystemTransition {
    package static let type = "setDevice"

    public var device: String = ""

    package mutating func members(_ m: inout some Members) { m.required("device", &device) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard let known = Device(named: device) else { throw .unknownDevice(device) }
      session.environment.set(known)
      return Outcome()
    }
  }

  /// Folds the device, or unfolds it (WN-4).
  public struct Fold: SystemTransition {
    package static let type = "fold"

    public var pose: Pose = .open

    package mutating func members(_ m: inout some Members) { m.required("pose", &pose) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(pose)
      return Outcome()
    }
  }

  /// Puts the app beside another one, over it, or alone on the screen (SC-6).
  public struct SetMultitasking: SystemTransition {
    package static let type = "setMultitasking"

    public var multitasking: Multitasking = .fullScreen

    package mutating func members(_ m: inout some Members) { m.required("multitasking", &multitasking) }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      try session.environment.set(multitasking)
      return Outcome()
    }
  }

  /// Forces size classes of the window, or no longer does (SC-2).
  public struct SetTraits: SystemTransition {
    package static let type = "setTraits"

    public var horizontal: ForcedClass = .unchanged
    public var vertical: ForcedClass = .unchanged

    package mutating func members(_ m: inout some Members) {
      m.forced("horizontalSizeClass", &horizontal)
      m.forced("verticalSizeClass", &vertical)
    }

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      session.environment.force(horizontal: horizontal, vertical: vertical)
      return Outcome()
    }
  }

  /// What `setTraits` says of one class.
  public enum ForcedClass: Hashable, Sendable {
    case unchanged
    /// No longer forced.
    case lifted
    case forced(SizeClass)
  }

  /// The background, where the system takes snapshots of the app at other sizes (SC-11, RS-7). Changes made there
  /// persist (D-118).
  public struct EnterBackground: SystemTransition {
    package static let type = "enterBackground"

    package mutating func members(_ m: inout some Members) {}

    /// One resize to the other orientation, or to a width of 320 points for a freely sized window, and one back, each
    /// with its effects on split views and pages.
    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard !session.environment.isInBackground else { return Outcome(.noChange) }
      let foreground = session.environment
      let pictured = foreground.asPictured
      if session.supports(pictured.orientation) { session.environment = pictured }
      session.layOut(&recorder)
      session.environment = foreground
      session.layOut(&recorder)
      session.environment.isInBackground = true
      return Outcome()
    }
  }

  /// Back on display (D-118).
  public struct EnterForeground: SystemTransition {
    package static let type = "enterForeground"

    package mutating func members(_ m: inout some Members) {}

    package func apply(to session: inout Session, _ recorder: inout EventRecorder) throws(Rejection) -> Outcome {
      guard session.environment.isInBackground else { return Outcome(.noChange) }
      session.environment.isInBackground = false
      return Outcome()
    }
  }

  /// Gives the window another root, as a login, a logout or another account does (D-220).
  public struct SetRoot: AppTransition {
    package static let type = "setRoot"

    public var root: Root = .controller(.empty)
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
      // Only the new tree's ids have to differ from each other (D-221).
      session.root = tree
      try session.admitRoot(&recorder)
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
  public static func resize(_ size: Size, phase: Transition.ResizePhase? = nil) -> Self {
    Self(Transition.Resize(size: size, phase: phase))
  }

  public static func setDevice(_ device: String) -> Self { Self(Transition.SetDevice(device: device)) }

  public static func fold(_ pose: Pose) -> Self { Self(Transition.Fold(pose: pose)) }

  public static func setMultitasking(_ multitasking: Multitasking) -> Self {
    Self(Transition.SetMultitasking(multitasking: multitasking))
  }

  public static func setTraits(
    horizontal: Transition.ForcedClass = .unchanged, vertical: Transition.ForcedClass = .unchanged
  ) -> Self {
    Self(Transition.SetTraits(horizontal: horizontal, vertical: vertical))
  }

  public static var enterBackground: Self { Self(Transition.EnterBackground()) }

  public static var enterForeground: Self { Self(Transition.EnterForeground()) }

  public static func setRoot(_ root: Transition.Root, dismisses: Bool = false) -> Self {
    Self(Transition.SetRoot(root: root, dismisses: dismisses))
  }
}

extension Environment {
  fileprivate mutating func force(horizontal: Transition.ForcedClass, vertical: Transition.ForcedClass) {
    forcedHorizontal = horizontal.applied(to: forcedHorizontal)
    forcedVertical = vertical.applied(to: forcedVertical)
  }

  /// The width of a free window's snapshot, in points.
  private static let picturedWidth = 320.0

  fileprivate var asPictured: Environment {
    var other = self
    switch place {
    case .device: other.rotate(to: orientation.other)
    case .deviceWindow(let device, let orientation, let size):
      other.place = .deviceWindow(device, orientation, Size(width: Self.picturedWidth, height: size.height))
    case .free(let size, let idiom, let scale):
      other.place = .free(Size(width: Self.picturedWidth, height: size.height), idiom, scale: scale)
    }
    return other
  }
}

extension Transition.ForcedClass {
  fileprivate func applied(to forced: SizeClass?) -> SizeClass? {
    switch self {
    case .unchanged: forced
    case .lifted: nil
    case .forced(let sizeClass): sizeClass
    }
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
