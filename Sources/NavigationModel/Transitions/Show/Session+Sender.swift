/// The sender of `show`, `showDetail` and `present`.
extension Session {
  /// A controller by its id, or the topmost visible screen of the primary column; without a split view, the last
  /// visible leaf.
  func resolveSender(_ given: ControllerID?) throws(Rejection) -> Location {
    if let given {
      guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
      return location
    }
    let display = display
    defer { withExtendedLifetime(display) {} }
    if let primary = display.last(where: { $0.column == .primary }), let location = root.locate(primary.id) {
      return location
    }
    // Without a split view there are no columns; in a collapsed one, the top controller is in the primary's place.
    guard let last = display.last,
      display.ownContainers(around: last).allSatisfy({
        $0.kind != .split || root.find($0.id)?.split?.isCollapsed ?? true
      }), let location = root.locate(last.id)
    else { throw .noTarget(.sender) }
    return location
  }
}

extension Location {
  /// The first match among the controller and its containers, innermost first (SH-1).
  func first(where isTaker: (Controller) -> Bool) -> Controller? {
    isTaker(controller) ? controller : containers.first(where: isTaker)
  }
}
