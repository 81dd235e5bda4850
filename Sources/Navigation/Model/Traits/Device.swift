/// The catalogue's data of one model.
public struct DeviceModel: Sendable {
  /// Apple's marketing name.
  public var name: String { constantName.description }
  // A `StaticString` needs no reference counting, so a model copies cheaply.
  fileprivate var constantName: StaticString
  public var idiom: Idiom
  /// Full screen, in points.
  public var portrait: Size
  /// Pixels per point.
  public var scale: Int
  /// A phone's horizontal class when held sideways (SC-5); an iPad's follows from its width.
  public var landscapeClass: SizeClass
  /// The widths of multitasking windows in points; nil on a phone (SC-6).
  var widths: Widths?
  /// Nil for a device that does not fold: each pose of a foldable one has its own row (WN-4).
  public private(set) var pose: Pose?

  /// The widths of an iPad's windows in landscape (`wide`) and portrait (`tall`).
  struct Widths: Sendable {
    var wide: (third: Double, half: Double, twoThirds: Double)
    var tall: (third: Double, twoThirds: Double)
    var slideOver: (landscape: Double, portrait: Double)

    func width(_ orientation: Orientation, _ multitasking: Multitasking) -> Double? {
      switch (multitasking, orientation) {
      case (.twoThirds, .landscape): wide.twoThirds
      case (.half, .landscape): wide.half
      case (.third, .landscape): wide.third
      case (.slideOver, .landscape): slideOver.landscape
      // Upright, a half is the narrower of two sizes (D-138).
      case (.twoThirds, .portrait), (.half, .portrait): tall.twoThirds
      case (.third, .portrait): tall.third
      case (.slideOver, .portrait): slideOver.portrait
      case (.fullScreen, _), (.window, _): nil
      }
    }
  }

  static func phone(_ name: StaticString, _ width: Double, _ height: Double, scale: Int, landscape: SizeClass)
    -> DeviceModel
  {
    DeviceModel(
      constantName: name, idiom: .phone, portrait: Size(width: width, height: height), scale: scale,
      landscapeClass: landscape, widths: nil)
  }

  static func pad(
    _ name: StaticString, _ width: Double, _ height: Double, scale: Int,
    wide: (third: Double, half: Double, twoThirds: Double),
    tall: (third: Double, twoThirds: Double), slideOver: (landscape: Double, portrait: Double)
  ) -> DeviceModel {
    DeviceModel(
      constantName: name, idiom: .pad, portrait: Size(width: width, height: height), scale: scale,
      landscapeClass: .regular, widths: Widths(wide: wide, tall: tall, slideOver: slideOver))
  }

  /// A foldable phone in one of its poses.
  static func foldable(_ name: StaticString, in pose: Pose, _ width: Double, _ height: Double, scale: Int)
    -> DeviceModel
  {
    var model = phone(name, width, height, scale: scale, landscape: pose.isUnfolded ? .regular : .compact)
    model.pose = pose
    return model
  }

  /// The half of the inner display held upright, in points: side by side, as on an iPad (D-138).
  public static let uprightHalf = Size(width: 334.5, height: 951)

  /// Whether it is the inner display of a foldable phone, regular by regular in either orientation (WN-4).
  public var isUnfolded: Bool { pose?.isUnfolded == true }

  /// The screen size in points.
  public func screenSize(_ orientation: Orientation) -> Size {
    switch orientation {
    case .portrait: portrait
    case .landscape: Size(width: portrait.height, height: portrait.width)
    }
  }

  /// The size of an app's window in points; nil where no system has such a state on the device. Nil for `window` too,
  /// which may have any size.
  public func windowSize(_ orientation: Orientation, _ multitasking: Multitasking) -> Size? {
    let screen = screenSize(orientation)
    if multitasking == .fullScreen { return screen }
    // Split View gives each of two apps half of the inner display (WN-4, D-138).
    if isUnfolded, multitasking == .half {
      switch orientation {
      case .landscape: return Size(width: screen.width / 2, height: screen.height)
      case .portrait: return Self.uprightHalf
      }
    }
    guard let width = widths?.width(orientation, multitasking) else { return nil }
    return Size(width: width, height: screen.height)
  }
}

/// A device of the catalogue; a foldable one in one of its poses.
public struct Device: Hashable, Sendable {
  private let index: Int

  public var model: DeviceModel {
    // Inlined, so that a member is read without a copy.
    get { DeviceModel.catalogue[index] }
  }
  public var name: String { model.name }

  /// A device by its catalogue name, closed if foldable; nil for an unknown name.
  public init?(named name: String) {
    guard let index = Self.indices[name] else { return nil }
    self.index = index
  }

  private init(index: Int) { self.index = index }

  /// Every device once, phones first, each family from the oldest on.
  public static let all: [Device] = inCatalogue.filter { $0.model.pose ?? .closed == .closed }

  private static let inCatalogue = DeviceModel.catalogue.indices.map(Device.init(index:))

  /// This device in another pose; nil for one that does not fold.
  public func posed(_ pose: Pose) -> Device? {
    guard model.pose != nil else { return nil }
    return Self.inCatalogue.first { $0.model.pose == pose && $0.name == name }
  }

  /// This device in each of its poses; only itself where it does not fold.
  public var poses: [Device] { model.pose == nil ? [self] : Pose.allCases.compactMap(posed) }

  /// Whether both are one model, perhaps in two poses.
  public func isSameModel(as other: Device) -> Bool { self == other || name == other.name }

  /// The default device of a session: `iPad Pro 11-inch (M4)`.
  public static let standard = Device(named: "iPad Pro 11-inch (M4)") ?? Device(index: 0)

  private static let indices: [String: Int] = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.index) })
}

/// The multitasking states of a device in a system: a table (SC-6, WN-1, WN-3, WN-4).
extension DeviceModel {
  /// Whether the device has the state in any orientation.
  private func offers(_ multitasking: Multitasking, in rules: SystemRules) -> Bool {
    switch (idiom, multitasking) {
    case (_, .fullScreen): true
    case (.pad, .twoThirds), (.pad, .half), (.pad, .third), (.pad, .window): true
    case (.pad, .slideOver): rules.slideOver
    case (.phone, .half), (.phone, .window): rules.phoneWindowsResize
    case (.phone, .twoThirds), (.phone, .third), (.phone, .slideOver): false
    }
  }

  /// Whether the device has the state in an orientation. A `window` may have any size; for other states the catalogue
  /// has the size.
  public func has(_ multitasking: Multitasking, _ orientation: Orientation, in rules: SystemRules) -> Bool {
    offers(multitasking, in: rules) && (multitasking == .window || windowSize(orientation, multitasking) != nil)
  }

  /// The states of the device in an orientation, the largest first.
  public func multitasking(_ orientation: Orientation, in rules: SystemRules) -> [Multitasking] {
    Multitasking.allCases.filter { has($0, orientation, in: rules) }
  }
}
