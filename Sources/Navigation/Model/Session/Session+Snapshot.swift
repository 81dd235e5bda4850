/// A session from a snapshot: restored unchanged, not decided again (DM-22, RS-1 to RS-6).
extension Session {
  /// The restored session, equal in behavior to the original, and the events of its appearance.
  ///
  /// In another environment, the tree is restored and then resized, and the events are those of that resize (D-112).
  /// Throws the reason for which the tree is invalid.
  ///
  /// - Parameter routes: the app's table, of which the conditions are.
  public static func restore(
    _ root: Controller, in environment: Environment, countedIDs: Int, conditions: AppConditions? = nil,
    routes: ScreenRoutes? = nil
  ) throws(Rejection) -> (session: Session, events: [Event]) {
    let start = Session(restored: root, environment: environment, countedIDs: countedIDs, conditions: conditions)
    var session = start
    var arrivals = EventRecorder(routes: routes)
    do throws(Rejection) {
      try session.admitRoot(isRestored: true, &arrivals)
      try session.root.checkLayout()
      try session.checkSwipe()
      try session.checkWhole(routes)
    } catch { throw session.withoutMadeIDs(error, since: start) }
    _ = session.followDetails()
    var unheard = EventRecorder()
    if session.root.summary.namesTabs { session.showLevels(&unheard) }
    if session.isLaidOut, session.supportedOrientation == environment.orientation { return session.forked() }
    return session.resizedIntoPlace()
  }

  private consuming func resizedIntoPlace() -> (session: Session, events: [Event]) {
    var events = cancelInteractiveBack()
    let before = cacheDisplay()
    var recorder = EventRecorder()
    turnToSupportedOrientation(&recorder)
    layOut(&recorder)
    if root.summary.namesTabs { showLevels(&recorder) }
    conclude(&recorder, since: before, &events)
    assertInvariants()
    return (self, events)
  }

  /// Throws for an impossible swipe: a second one, in the background, where it is off, or on a screen that blocks
  /// its removal (D-113).
  private func checkSwipe() throws(Rejection) {
    guard let swiped = interactiveStack else { return }
    if environment.isInBackground { throw .inBackground }
    if let second = atRest.interactiveStack { throw .notOnDisplay(second) }
    if atRest.root.find(swiped)?.stack?.leadsBack(by: .edge, environment.system.rules) == false {
      throw .notOnDisplay(swiped)
    }
    if !atRest.blockedByPopping(swiped).isEmpty { throw .notOnDisplay(swiped) }
  }
}

extension Controller {
  /// Throws for an impossible layout of a split view.
  fileprivate func checkLayout() throws(Rejection) {
    guard summary.holdsSplit else { return }
    if case .split(let split) = node { try split.value.checkLayout(id) }
    for slot in slots { try held(at: slot)?.checkLayout() }
  }
}

extension Split {
  fileprivate func checkLayout(_ id: ControllerID) throws(Rejection) {
    if displayMode.limited(to: style) != displayMode { throw .wrongStyle(id) }
    // A collapsed one has its secondary on the primary's stack, or preserves it.
    if style == .classic, isCollapsed, let secondary { throw .cannotContain(container: id, child: secondary.id) }
    // A column style wraps other kinds in stacks (CO-3).
    for column in Column.allCases where style != .classic {
      if let content = columns[column] ?? collapse?.preserved[column], content.wrapper(in: column) != nil {
        throw .wrongKind(content.id, expected: .stack)
      }
    }
  }
}
