/// The windows of one device, and the way from one to another.
extension Environment {
  /// The window of an iPhone in portrait with the same system: an app for an iPad runs there too.
  public var besidePhone: Environment? {
    let device = Device.all.last { device in
      device.model.idiom == .phone && device.model.pose == nil && device.model.landscapeClass == .compact
    }
    return device.flatMap { try? Environment(system: system, place: .device($0, .portrait, .fullScreen)) }
  }

  /// Every window that the device has by a word, in both orientations and all poses; only this one without a device.
  public var windowsOfDevice: [Environment] {
    guard let device else { return [self] }
    var windows: [Environment] = []
    for posed in device.poses {
      for orientation in Orientation.allCases {
        for state in posed.model.multitasking(orientation, in: system.rules) where state != .window {
          var window = self
          (window.place, window.heldOrientation, window.unfoldedMultitasking) = (
            .device(posed, orientation, state), nil, nil
          )
          windows.append(window)
        }
      }
    }
    return windows
  }

  /// Whether both are windows of one device, so that a user gets from one to the other.
  public func isSameDevice(as other: Environment) -> Bool {
    guard system == other.system, idiom == other.idiom, scale == other.scale else { return false }
    guard let device, let another = other.device else { return self.device == nil && other.device == nil }
    return device.isSameModel(as: another)
  }

  /// The system's transitions from this window to another one of the device; none for what is equal.
  package func transitions(to window: Environment) -> [Transition.Action] {
    var (here, actions) = (self, [Transition.Action]())
    if let pose = window.pose, pose != here.pose {
      actions.append(.fold(pose))
      try? here.set(pose)
    }
    if here.device != nil, window.deviceOrientation != here.deviceOrientation {
      actions.append(.rotate(window.deviceOrientation))
      here.turnDevice(to: window.deviceOrientation)
      here.rotate(to: window.deviceOrientation)
    }
    if window.multitasking != .window, window.multitasking != here.multitasking {
      actions.append(.setMultitasking(window.multitasking))
      try? here.set(window.multitasking)
    }
    if window.multitasking == .window, window.size != here.size { actions.append(.resize(window.size)) }
    return actions
  }

  /// Its name for people: what differs between the windows of one device.
  var windowName: String {
    guard device != nil else { return "\(Self.text(size.width)) × \(Self.text(size.height))" }
    let words = [pose?.rawValue, orientation.rawValue].compactMap(\.self)
    switch place {
    case .device(_, _, .fullScreen): return words.joined(separator: " ")
    case .device(_, _, let multitasking): return (words + [multitasking.rawValue]).joined(separator: " ")
    case .deviceWindow(_, _, let size):
      return (words + ["\(Self.text(size.width)) × \(Self.text(size.height))"]).joined(separator: " ")
    case .free: return ""
    }
  }

  private static func text(_ points: Double) -> String { Int(exactly: points).map(String.init) ?? "\(points)" }
}
