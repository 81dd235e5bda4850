/// A session's window: its system, its size and the resulting size classes.
public struct Environment: Hashable, Sendable {
  /// The source of the window's size.
  public enum Place: Hashable, Sendable {
    /// A device of the catalogue, in one of its multitasking states.
    case device(Device, Orientation, Multitasking)
    /// A freely sized window on a device of the catalogue with windows (SC-8, SC-9, WN-3).
    case deviceWindow(Device, Orientation, Size)
    /// A window of any size without a device.
    case free(Size, Idiom, scale: Int)
  }

  /// The width from which a freely sized iPad window is regular, in points (SC-8, D-50).
  public static let regularWidth = 660.0
  /// The short side from which a phone is regular in landscape, in points: derived from the catalogue's phones (SC-5,
  /// D-94).
  public static let regularPhoneShortSide = 414.0
  /// The size from which a phone's freely sized window is regular, in points: in width if both sides reach it, in
  /// height by its height alone (WN-3, WN-5).
  public static let regularPhoneWindow = Size(width: 660, height: 480)
  /// Whether folding turns the device's orientation. Its hinge keeps its direction: upright beside the outer display in
  /// portrait, across the inner one in landscape (WN-4, D-99).
  public static let foldingTurns = true

  public let system: SystemVersion
  public internal(set) var place: Place
  /// The device's orientation where the window has another one, since its app does not support that of the device
  /// (CL-26, D-44); nil where both are equal.
  public internal(set) var heldOrientation: Orientation?
  /// The multitasking state that a closed device's window had on the inner display, and returns to there (WN-4, D-137).
  public internal(set) var unfoldedMultitasking: Multitasking?
  /// The forced horizontal class, as by a parent's override; outlives resizes.
  public var forcedHorizontal: SizeClass?
  /// The forced vertical class.
  public var forcedVertical: SizeClass?
  /// Whether the app is in the background (SC-11).
  public var isInBackground = false

  /// The standard iPad in landscape.
  public init(system: SystemVersion = .standard) {
    self.system = system
    place = .device(.standard, .landscape, .fullScreen)
  }

  /// Throws `noSuchMultitasking` where the device has no such state, `invalidSize` for an impossible window size.
  public init(
    system: SystemVersion = .standard, place: Place, forcedHorizontal: SizeClass? = nil,
    forcedVertical: SizeClass? = nil
  ) throws(Rejection) {
    self.system = system
    self.place = try Self.checked(place, system.rules)
    self.forcedHorizontal = forcedHorizontal
    self.forcedVertical = forcedVertical
  }

  private static func checked(_ place: Place, _ rules: SystemRules) throws(Rejection) -> Place {
    switch place {
    case .device(let device, let orientation, let multitasking):
      // A `window` starts at the screen's size.
      guard multitasking != .window else {
        return try checked(.deviceWindow(device, orientation, device.model.screenSize(orientation)), rules)
      }
      try device.check(multitasking, in: orientation, rules: rules)
    case .deviceWindow(let device, let orientation, let size):
      try device.check(.window, in: orientation, rules: rules)
      guard size.isPossible else { throw .invalidSize(size) }
    case .free(let size, _, let scale):
      guard size.isPossible, Limits.scale.contains(scale) else { throw .invalidSize(size) }
    }
    return place
  }

  /// The window's size in points.
  public var size: Size {
    switch place {
    case .device(let device, let orientation, let multitasking):
      device.model.windowSize(orientation, multitasking) ?? device.model.screenSize(orientation)
    case .deviceWindow(_, _, let size), .free(let size, _, _): size
    }
  }

  public var device: Device? {
    switch place {
    case .device(let device, _, _), .deviceWindow(let device, _, _): device
    case .free: nil
    }
  }

  public var idiom: Idiom {
    switch place {
    case .device(let device, _, _), .deviceWindow(let device, _, _): device.model.idiom
    case .free(_, let idiom, _): idiom
    }
  }

  public var scale: Int {
    switch place {
    case .device(let device, _, _), .deviceWindow(let device, _, _): device.model.scale
    case .free(_, _, let scale): scale
    }
  }

  /// The window's orientation, mostly the device's; for a free window, its shape.
  public var orientation: Orientation {
    switch place {
    case .device(_, let orientation, _), .deviceWindow(_, let orientation, _): orientation
    case .free(let size, _, _): Orientation(width: size.width, height: size.height)
    }
  }

  /// The device's orientation; for a free window, its shape.
  public var deviceOrientation: Orientation { heldOrientation ?? orientation }

  public var multitasking: Multitasking {
    switch place {
    case .device(_, _, let multitasking): multitasking
    case .deviceWindow, .free: .window
    }
  }

  /// A foldable device's pose; nil for any other device.
  public var pose: Pose? { device?.model.pose }

  /// The fold that crosses the window: on a bent display in full screen (WN-6).
  public var fold: Fold? {
    switch place {
    case .device(let device, let orientation, .fullScreen): device.model.pose == .bent ? Fold(orientation) : nil
    case .device, .deviceWindow, .free: nil
    }
  }

  public var horizontal: SizeClass { traits.horizontal }
  public var vertical: SizeClass { traits.vertical }

  /// The traits that the window's root inherits.
  public var traits: Traits {
    let size = size
    let natural = naturalClasses(of: size)
    return Traits(
      horizontal: forcedHorizontal ?? natural.horizontal, vertical: forcedVertical ?? natural.vertical, size: size,
      scale: scale, fold: fold, idiom: idiom, bars: barPlaces)
  }

  private typealias Classes = (horizontal: SizeClass, vertical: SizeClass)

  private func naturalClasses(of size: Size) -> Classes {
    switch (idiom, place) {
    case (.pad, _): (size.width >= Self.regularWidth ? .regular : .compact, .regular)
    case (.phone, .device(let device, _, let multitasking)):
      if device.model.isUnfolded, multitasking == .fullScreen {
        (.regular, .regular)
      } else {
        Self.shaped(size, landscape: device.model.landscapeClass)
      }
    case (.phone, .deviceWindow), (.phone, .free):
      if system.rules.phoneWindowsResize {
        Self.resized(size)
      } else {
        Self.shaped(
          size, landscape: min(size.width, size.height) >= Self.regularPhoneShortSide ? .regular : .compact)
      }
    }
  }

  /// A phone's classes by its shape (SC-5).
  private static func shaped(_ size: Size, landscape: SizeClass) -> Classes {
    switch Orientation(width: size.width, height: size.height) {
    case .portrait: (.compact, .regular)
    case .landscape: (landscape, .compact)
    }
  }

  /// The classes of a phone's freely sized window: width alone does not decide (WN-5, D-96).
  private static func resized(_ size: Size) -> Classes {
    let isHigh = size.height >= regularPhoneWindow.height
    return (isHigh && size.width >= regularPhoneWindow.width ? .regular : .compact, isHigh ? .regular : .compact)
  }

  /// Resizes: to a window on the device's screen or a free one. The current size changes nothing. Throws `invalidSize`
  /// for an impossible size, and `noSuchMultitasking` where the device has no windows (D-95).
  mutating func resize(to size: Size) throws(Rejection) {
    guard size.isPossible else { throw .invalidSize(size) }
    guard size != self.size else { return }
    unfoldedMultitasking = nil
    switch place {
    case .device(let device, let orientation, _), .deviceWindow(let device, let orientation, _):
      place = try Self.checked(.deviceWindow(device, orientation, size), system.rules)
    case .free(_, let idiom, let scale):
      place = .free(size, idiom, scale: scale)
    }
  }

  /// Turns the device, and not its window; a free window turns by itself.
  mutating func turnDevice(to orientation: Orientation) {
    switch place {
    case .device, .deviceWindow: heldOrientation = orientation == self.orientation ? nil : orientation
    case .free: rotate(to: orientation)
    }
  }

  /// Sets the device's orientation in a description; false for a free window.
  package mutating func hold(_ orientation: Orientation) -> Bool {
    guard device != nil else { return false }
    turnDevice(to: orientation)
    return true
  }

  /// Sets the state on the inner display in a description; false where the window cannot return to it.
  mutating func remember(unfolded multitasking: Multitasking) -> Bool {
    guard case .device(let device, let orientation, .fullScreen) = place, device.model.pose == .closed,
      let unfolded = device.posed(.open), multitasking != .fullScreen, multitasking != .window,
      unfolded.model.has(multitasking, orientation, in: system.rules)
    else { return false }
    unfoldedMultitasking = multitasking
    return true
  }

  /// Turns the window on its device; its multitasking state stays if that orientation has it (SC-6). A device's window
  /// keeps its size; a free window swaps its sides.
  mutating func rotate(to orientation: Orientation) {
    let held = deviceOrientation
    switch place {
    case .device(let device, _, let multitasking):
      place = .device(device, orientation, available(multitasking, on: device, orientation))
      turnDevice(to: held)
    case .deviceWindow(let device, _, let size):
      place = .deviceWindow(device, orientation, size)
      turnDevice(to: held)
    case .free(let size, let idiom, let scale):
      guard orientation != self.orientation else { return }
      place = .free(Size(width: size.height, height: size.width), idiom, scale: scale)
    }
  }

  /// Throws `noSuchMultitasking` where the window's device has no such state; a free window has `window` alone.
  mutating func set(_ multitasking: Multitasking) throws(Rejection) {
    defer { unfoldedMultitasking = nil }
    switch (place, multitasking) {
    case (.free, .window), (.deviceWindow, .window): break
    case (.free, _): throw .noSuchMultitasking(device: nil, orientation, multitasking, has: [.window])
    case (.device(let device, let orientation, _), .window):
      place = try Self.checked(.deviceWindow(device, orientation, size), system.rules)
    case (.device(let device, let orientation, _), _), (.deviceWindow(let device, let orientation, _), _):
      place = try Self.checked(.device(device, orientation, multitasking), system.rules)
    }
  }

  /// Moves the window to another device in the orientation of the present one, with its multitasking state if available,
  /// else full screen (SC-6). The current device keeps its pose (D-100).
  mutating func set(_ device: Device) {
    if let present = self.device, present.isSameModel(as: device) { return }
    move(to: device, deviceOrientation, multitasking)
    unfoldedMultitasking = nil
  }

  /// Folds or unfolds the device: one resize, to the display of the pose (WN-4). A half of the inner display is one
  /// again when the device is unfolded (D-137). Throws `noSuchPose` where the window's device does not fold.
  mutating func set(_ pose: Pose) throws(Rejection) {
    guard let device, let posed = device.posed(pose) else { throw .noSuchPose(device: device?.name, pose) }
    guard posed != device else { return }
    let turns = Self.foldingTurns && posed.model.isUnfolded != device.model.isUnfolded
    let wished = unfoldedMultitasking ?? multitasking
    move(to: posed, turns ? deviceOrientation.other : deviceOrientation, wished)
    unfoldedMultitasking = multitasking == wished || multitasking == .window ? nil : wished
  }

  /// A window keeps its size if the device has windows.
  private mutating func move(to device: Device, _ orientation: Orientation, _ multitasking: Multitasking) {
    heldOrientation = nil
    switch place {
    case .deviceWindow(_, _, let size) where device.model.has(.window, orientation, in: system.rules):
      place = .deviceWindow(device, orientation, size)
    case .device, .deviceWindow, .free:
      place = .device(device, orientation, available(multitasking, on: device, orientation))
    }
  }

  /// The state if the device has it in that orientation, else full screen; also full screen for `window`, which has no
  /// size here.
  private func available(_ multitasking: Multitasking, on device: Device, _ orientation: Orientation) -> Multitasking {
    multitasking != .window && device.model.has(multitasking, orientation, in: system.rules)
      ? multitasking : .fullScreen
  }

  // The windows of one device, and the way from one to another.

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

extension Device {
  /// Throws `noSuchMultitasking` for a state that the device does not have.
  fileprivate func check(_ multitasking: Multitasking, in orientation: Orientation, rules: SystemRules)
    throws(Rejection)
  {
    guard !model.has(multitasking, orientation, in: rules) else { return }
    throw .noSuchMultitasking(device: name, orientation, multitasking, has: model.multitasking(orientation, in: rules))
  }
}
