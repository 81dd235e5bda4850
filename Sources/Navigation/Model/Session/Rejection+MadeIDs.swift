extension Session {
  /// The rejection without the ids that the counter assigned during the refused transition: their controllers do not
  /// exist, and no response has named them.
  ///
  /// - Parameter start: the session before the transition, or the tree to open.
  func withoutMadeIDs(_ rejection: Rejection, since start: Session) -> Rejection {
    let first = start.countedIDs + 1
    guard first <= countedIDs else { return rejection }
    return rejection.mapIDs { id in
      guard let number = id.countedNumber, (first...countedIDs).contains(number), start.root.findInSession(id) == nil
      else { return id }
      return .automatic
    }
  }
}

extension ControllerID {
  /// The number of an id in the counter's form; nil for any other id.
  fileprivate var countedNumber: Int? {
    guard description.first == "c", let number = Int(description.dropFirst()), self == .counted(number) else {
      return nil
    }
    return number
  }
}

extension HolderPlace {
  /// The place with a changed container id; nil for an automatic one.
  fileprivate func mapID(_ change: (ControllerID) -> ControllerID) -> HolderPlace {
    HolderPlace(in: container.map(change).flatMap { $0.isAutomatic ? nil : $0 }, state)
  }
}

extension Rejection {
  fileprivate func mapIDs(_ change: (ControllerID) -> ControllerID) -> Rejection {
    switch self {
    case .noSuchController(let id): .noSuchController(change(id))
    case .wrongKind(let id, let expected): .wrongKind(change(id), expected: expected)
    case .noMember(let id, let kind, let member): .noMember(change(id), of: kind, in: member.map(change))
    case .step(let type, let refused): .step(type, refused: refused.mapIDs(change))
    case .member(let pointer, let refused): .member(pointer, refused: refused.mapIDs(change))
    case .noCompactTree(let id): .noCompactTree(change(id))
    case .duplicateController(let id, let place): .duplicateController(change(id), at: place.map { $0.mapID(change) })
    case .cannotPush(let id, let asColumn): .cannotPush(change(id), asColumn: asColumn)
    case .cannotContain(let container, let child): .cannotContain(container: change(container), child: change(child))
    case .wrongStyle(let id): .wrongStyle(change(id))
    case .noSuchColumn(let split, let column): .noSuchColumn(split: change(split), column)
    case .columnTaken(let id): .columnTaken(change(id))
    case .notInStack(let id): .notInStack(change(id))
    case .emptyContainer(let id): .emptyContainer(change(id))
    case .childNeverShown(let id): .childNeverShown(change(id))
    case .alreadyPresenting(let id): .alreadyPresenting(change(id))
    case .inspectorPresented(let id): .inspectorPresented(change(id))
    case .notOnDisplay(let id): .notOnDisplay(change(id))
    case .notASheet(let id): .notASheet(change(id))
    case .conditionUnmet(let id, let needs): .conditionUnmet(change(id), needs: needs)
    case .noTarget, .noSuchRoute, .invalidParam, .inBackground, .noSuchCondition, .unknownDevice, .noSuchMultitasking,
      .noSuchPose, .noSuchDetent,
      .invalidSize, .controllerLimit:
      self
    }
  }
}
