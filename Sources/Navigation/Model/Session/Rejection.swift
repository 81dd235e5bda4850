/// The reason of a refusal: each case is one problem code of the interface. A refused transition changes nothing.
public enum Rejection: Error, Hashable, Sendable {
  /// No controller of the session has this id.
  case noSuchController(ControllerID)
  /// The session has no target for the transition.
  case noTarget(NoTarget)
  /// The controller's kind differs from the required one.
  case wrongKind(ControllerID, expected: Controller.Kind)
  /// No tab of a tab bar, or no page of top tabs, with the one that it stands in, if there is one.
  case noMember(ControllerID, of: Controller.Kind, in: ControllerID?)
  /// Two controllers with one id, or a controller that is there already (NV-7, NV-8); for a new tree, with the place of
  /// the session's controller.
  case duplicateController(ControllerID, at: HolderPlace? = nil)
  /// A push of a stack, a split view or a controller that cannot leave its place (NV-9, CL-27); a split view as a column
  /// of a column style, whose columns are stacks (CO-3).
  case cannotPush(ControllerID, asColumn: Bool = false)
  /// The container cannot hold such a child.
  case cannotContain(container: ControllerID, child: ControllerID)
  /// A member or an action of another split view style (M12, CL-25).
  case wrongStyle(ControllerID)
  /// The split view's style has no such column (M12).
  case noSuchColumn(split: ControllerID, Column)
  /// Another column of the split view already holds the controller (M12).
  case columnTaken(ControllerID)
  /// The controller is not in the stack (NV-5), the tab bar or the top tabs.
  case notInStack(ControllerID)
  /// The container would be left without a child.
  case emptyContainer(ControllerID)
  /// The controller already presents a tree.
  case alreadyPresenting(ControllerID)
  /// The inspector is a sheet, where something would be presented (D-485).
  case inspectorPresented(ControllerID)
  /// The target of a user's tap is covered or hidden.
  case notOnDisplay(ControllerID)
  /// A user's action while the session is in the background (SC-11).
  case inBackground
  /// No route of the session's table, which has those in `among`, has this name, or a path that fits this URL (D-166).
  case noSuchRoute(Transition.Destination, among: [String] = [])
  /// A param that is missing, if the type is nil, or not of its type (D-166).
  case invalidParam(String, ScreenRoute.ParamType?, inURL: Bool)
  /// The session's table has no such condition (D-290).
  case noSuchCondition(String)
  /// A screen of a new window requires conditions that do not hold (D-292).
  case conditionUnmet(ControllerID, needs: [String])
  case unknownDevice(String)
  /// The device, or a free window where it is nil, has no such state in this system (SC-6, WN-1); `has` lists the
  /// available ones.
  case noSuchMultitasking(device: String?, Orientation, Multitasking, has: [Multitasking])
  /// The device, or a free window where it is nil, does not fold (WN-4).
  case noSuchPose(device: String?, Pose)
  /// The sheet has no detent of this name; `has` lists the names (D-500).
  case noSuchDetent(String, has: [String])
  /// What is presented is no sheet in any window, or not at compact height (D-501).
  case notASheet(ControllerID)
  case invalidSize(Size)
  /// More than `Limits.controllers` in the session, or more than `Limits.depth` nested.
  case controllerLimit(ControllerLimit)
  /// A child of a tab in a group that is not managed: only the root tab's child is ever on display (TG-8, D-450).
  case childNeverShown(ControllerID)
  /// Words of a tab whose tab bar is not the compact tree of a split view (D-431).
  case noCompactTree(ControllerID)
  /// A member of the transition, at this pointer into it.
  indirect case member(String, refused: Rejection)
  /// A step of an `open`, of this type, is refused (D-369).
  indirect case step(String, refused: Rejection)

  /// The missing target.
  public enum NoTarget: Hashable, Sendable {
    /// A container of this kind around the last visible leaf.
    case container(Controller.Kind)
    /// A screen in a user's reach that could be the sender (`from`).
    case sender
    /// A stack around the sender of a push, such as a list.
    case stackAround(ControllerID)
    /// A column after the list's.
    case nextColumn(ControllerID)
    /// A screen of the topmost route of an `open` (D-167).
    case route(String)
  }

  public enum ControllerLimit: Hashable, Sendable {
    case controllers, depth
    /// `Limits.groupTabs` and `Limits.groupDepth`.
    case groupTabs, groupDepth
  }

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
