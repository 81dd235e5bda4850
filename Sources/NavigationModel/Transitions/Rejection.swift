/// Why the model refused: each case is one problem code of the interface. What is refused changes nothing.
public enum Rejection: Error, Hashable, Sendable {
  /// No controller of the session has this id.
  case noSuchController(ControllerID)
  /// Nothing in the session is there to take what was asked.
  case noTarget(NoTarget)
  /// The controller is of another kind than the transition needs.
  case wrongKind(ControllerID, expected: Controller.Kind)
  /// Two controllers with one id, or a controller that stands there already (NV-7, NV-8); of a new tree, where the
  /// session has the controller with that id.
  case duplicateController(ControllerID, at: HolderPlace? = nil)
  /// A stack, a split view or a controller that cannot leave its place was to be pushed (NV-9, CL-27).
  case cannotPush(ControllerID)
  /// The container may not hold such a child.
  case cannotContain(container: ControllerID, child: ControllerID)
  /// A member or an action of another style of split view (M12, CL-25).
  case wrongStyle(ControllerID)
  /// The split view's style has no such column (M12).
  case noSuchColumn(split: ControllerID, Column)
  /// Another column of the split view holds the controller already (M12).
  case columnTaken(ControllerID)
  /// The controller does not stand in the stack (NV-5), the tab bar or the top tabs.
  case notInStack(ControllerID)
  /// The container would be left without a child.
  case emptyContainer(ControllerID)
  /// The controller presents something already.
  case alreadyPresenting(ControllerID)
  /// What a user would tap is covered or hidden.
  case notOnDisplay(ControllerID)
  /// What a user would do while the session is in the background (SC-11).
  case inBackground
  case unknownDevice(String)
  /// The device, or a free window where it is nil, has no such state in this system (SC-6, WN-1); `has` are those that
  /// it has.
  case noSuchMultitasking(device: String?, Orientation, Multitasking, has: [Multitasking])
  /// The device, or a free window where it is nil, does not fold (WN-4).
  case noSuchPose(device: String?, Pose)
  case invalidSize(Size)
  /// More than `Limits.controllers` in the session, or more than `Limits.depth` inside each other.
  case controllerLimit(ControllerLimit)
  /// A way through the history, which only its keeper can go: a batch cannot, nor can a state alone.
  case notInBatch

  /// What was looked for in vain.
  public enum NoTarget: Hashable, Sendable {
    /// A container of this kind around what was shown last.
    case container(Controller.Kind)
    /// A visible screen that could be the sender (`from`).
    case sender
  }

  public enum ControllerLimit: Hashable, Sendable {
    case controllers, depth
  }
}
