/// Where a session's window stands: its system, its size, and the classes that follow.
public struct Environment: Hashable, Sendable {
  /// What gives the window its size.
  public enum Place: Hashable, Sendable {
    /// On a device of the catalogue, in a state that the device has.
    case device(Device, Orientation, Multitasking)
    /// A freely sized window on an iPad of the catalogue (SC-8, SC-9).
    case deviceWindow(Device, Orientation, Size)
    /// A window of any size on no device in particular.
    case free(Size, Idiom, scale: Int)
  }

  /// The width from which a freely sized iPad window is regular, in points (SC-8, Q1).
  public static let regularWidth = 660.0
  /// The short side from which a phone is regular when held sideways, in points: what the catalogue's phones have in common (SC-5).
  public static let regularPhoneShortSide = 414.0

  public var system: SystemVersion
  public internal(set) var place: Place
  /// The horizontal class where it is forced, as a parent's override would; outlives resizes.
  public var forcedHorizontal: SizeClass?
  /// The vertical class where it is forced.
  public var forcedVertical: SizeClass?
  /// The app is in the background (SC-11).
  public var isInBackground = false

  /// The standard iPad in landscape.
  public init(system: SystemVersion = .iOS26) {
    self.system = system
    place = .device(.standard, .landscape, .fullScreen)
  }

  /// Throws `noSuchMultitasking` where the device has no such state, `invalidSize` where no window may have that size.
  public init(
    system: SystemVersion = .iOS26, place: Place, forcedHorizontal: SizeClass? = nil, forcedVertical: SizeClass? = nil
  ) throws(Rejection) {
    self.system = system
    self.place = try Self.checked(place)
    self.forcedHorizontal = forcedHorizontal
    self.forcedVertical = forcedVertical
  }

  private static func checked(_ place: Place) throws(Rejection) -> Place {
    switch place {
    case .device(let device, let orientation, let multitasking):
      guard device.model.windowSize(orientation, multitasking) != nil else {
        throw .noSuchMultitasking(device: device.name, orientation, multitasking)
      }
    case .deviceWindow(let device, let orientation, let size):
      guard device.model.idiom == .pad else { throw .noSuchMultitasking(device: device.name, orientation, .window) }
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

  /// How the device is held; of a free window, its own shape.
  public var orientation: Orientation {
    switch place {
    case .device(_, let orientation, _), .deviceWindow(_, let orientation, _): orientation
    case .free(let size, _, _): Orientation(width: size.width, height: size.height)
    }
  }

  public var multitasking: Multitasking {
    switch place {
    case .device(_, _, let multitasking): multitasking
    case .deviceWindow, .free: .window
    }
  }

  public var horizontal: SizeClass { traits.horizontal }
  public var vertical: SizeClass { traits.vertical }

  /// What the root of the window inherits.
  public var traits: Traits {
    let (idiom, size) = (idiom, size)
    return Traits(
      horizontal: forcedHorizontal ?? naturalHorizontal(idiom, size), vertical: forcedVertical ?? Self.naturalVertical(idiom, size),
      size: size, scale: scale)
  }

  private func naturalHorizontal(_ idiom: Idiom, _ size: Size) -> SizeClass {
    switch idiom {
    case .pad: size.width >= Self.regularWidth ? .regular : .compact
    case .phone: Orientation(width: size.width, height: size.height) == .portrait ? .compact : landscapePhoneClass
    }
  }

  private var landscapePhoneClass: SizeClass {
    if let device { return device.model.landscapeClass }
    return min(size.width, size.height) >= Self.regularPhoneShortSide ? .regular : .compact
  }

  private static func naturalVertical(_ idiom: Idiom, _ size: Size) -> SizeClass {
    switch idiom {
    case .pad: .regular
    case .phone: Orientation(width: size.width, height: size.height) == .portrait ? .regular : .compact
    }
  }
}

extension Environment {
  /// A new size: a window on an iPad's screen or a free one. The size it has already changes nothing; a phone has no windows.
  mutating func resize(to size: Size) throws(Rejection) {
    guard size.isPossible else { throw .invalidSize(size) }
    guard size != self.size else { return }
    switch place {
    case .device(let device, let orientation, _), .deviceWindow(let device, let orientation, _):
      place = try Self.checked(.deviceWindow(device, orientation, size))
    case .free(_, let idiom, let scale):
      place = .free(size, idiom, scale: scale)
    }
  }

  /// Turns the device; its multitasking state stays where it exists that way round (SC-6). A window on an iPad keeps its size; a free one turns itself.
  mutating func rotate(to orientation: Orientation) {
    switch place {
    case .device(let device, _, let multitasking):
      place = .device(device, orientation, Self.kept(multitasking, on: device, orientation))
    case .deviceWindow(let device, _, let size):
      place = .deviceWindow(device, orientation, size)
    case .free(let size, let idiom, let scale):
      guard orientation != self.orientation else { return }
      place = .free(Size(width: size.height, height: size.width), idiom, scale: scale)
    }
  }

  /// Throws `noSuchMultitasking` where the window's device has no such state; a free window has `window` alone.
  mutating func set(_ multitasking: Multitasking) throws(Rejection) {
    switch (place, multitasking) {
    case (.free, .window), (.deviceWindow, .window): break
    case (.free, _): throw .noSuchMultitasking(device: nil, orientation, multitasking)
    case (.device(let device, let orientation, _), .window):
      place = try Self.checked(.deviceWindow(device, orientation, size))
    case (.device(let device, let orientation, _), _), (.deviceWindow(let device, let orientation, _), _):
      place = try Self.checked(.device(device, orientation, multitasking))
    }
  }

  /// Moves the window to another device: same orientation, same multitasking state where it has it, else full screen (SC-6).
  mutating func set(_ device: Device) {
    switch place {
    case .deviceWindow(_, let orientation, let size) where device.model.idiom == .pad:
      place = .deviceWindow(device, orientation, size)
    case .device, .deviceWindow, .free:
      place = .device(device, orientation, Self.kept(multitasking, on: device, orientation))
    }
  }

  private static func kept(_ multitasking: Multitasking, on device: Device, _ orientation: Orientation) -> Multitasking {
    device.model.windowSize(orientation, multitasking) == nil ? .fullScreen : multitasking
  }
}
