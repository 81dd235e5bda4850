/// The sender of `show`, `showDetail` and `present`.
extension Session {
  /// A controller by its id, or the last screen of a primary column that a user can reach; without one, the last screen
  /// in reach (D-135).
  func resolveSender(_ given: ControllerID?) throws(Rejection) -> Location {
    if let given {
      guard let location = root.locateInSession(given) else { throw .noSuchController(given) }
      return location
    }
    let display = display
    guard let sender = display.lastReachable(where: { $0.place.column == .primary }) ?? display.lastReachable,
      let location = root.locate(sender.id)
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
