/// The catalogue's data of one model.
public struct DeviceModel: Sendable {
  /// Apple's marketing name.
  public var name: String { constantName.description }
  // A `StaticString` needs no reference counting, so a model copies cheaply.
  private var constantName: StaticString
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

  private static func phones(
    _ width: Double, _ height: Double, scale: Int, landscape: SizeClass, named names: StaticString...
  ) -> [DeviceModel] {
    names.map {
      DeviceModel(
        constantName: $0, idiom: .phone, portrait: Size(width: width, height: height), scale: scale,
        landscapeClass: landscape)
    }
  }

  private static func pads(
    _ width: Double, _ height: Double, scale: Int, wide: (third: Double, half: Double, twoThirds: Double),
    tall: (third: Double, twoThirds: Double), slideOver: (landscape: Double, portrait: Double),
    named names: StaticString...
  ) -> [DeviceModel] {
    names.map {
      DeviceModel(
        constantName: $0, idiom: .pad, portrait: Size(width: width, height: height), scale: scale,
        landscapeClass: .regular, widths: Widths(wide: wide, tall: tall, slideOver: slideOver))
    }
  }

  /// A foldable phone in one of its poses.
  private static func foldable(_ name: StaticString, in pose: Pose, _ width: Double, _ height: Double, scale: Int)
    -> [DeviceModel]
  {
    [
      DeviceModel(
        constantName: name, idiom: .phone, portrait: Size(width: width, height: height), scale: scale,
        landscapeClass: pose.isUnfolded ? .regular : .compact, pose: pose)
    ]
  }

  /// The half of the inner display held upright, in points: side by side, as on an iPad (D-138).
  public static let uprightHalf = Size(width: 334.5, height: 951)

  /// Whether it is the inner display of a foldable phone, regular by regular in either orientation (WN-4).
  public var isUnfolded: Bool { pose?.isUnfolded == true }

  /// The screen size in points.
  public func screenSize(_ orientation: Orientation) -> Size {
    orientation == .portrait ? portrait : Size(width: portrait.height, height: portrait.width)
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

  // The multitasking states of a device in a system: a table (SC-6, WN-1, WN-3, WN-4).

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

  /// Every device of the catalogue: the screens of SC-6 to SC-10, each with the models that have it, those sold by Apple
  /// under a name of their own.
  ///
  /// Portrait sizes in points. `landscape` is the horizontal class of a phone held sideways (SC-5). `wide` and `tall`
  /// are the widths of an iPad's multitasking windows in landscape and portrait; sources are Apple's specifications and
  /// third-party measurements of Split View widths.
  static let catalogue: [DeviceModel] = (phoneScreens + padScreens + unfoldedScreens).flatMap(\.self)

  private static let phoneScreens: [[DeviceModel]] = [
    phones(
      320, 568, scale: 2, landscape: .compact,
      named: "iPhone 5", "iPhone 5s", "iPhone 5c", "iPhone SE (1st generation)", "iPod touch (5th generation)",
      "iPod touch (6th generation)", "iPod touch (7th generation)"),
    phones(
      375, 667, scale: 2, landscape: .compact,
      named: "iPhone 6", "iPhone 6s", "iPhone 7", "iPhone 8", "iPhone SE (2nd generation)",
      "iPhone SE (3rd generation)"),
    phones(
      414, 736, scale: 3, landscape: .regular,
      named: "iPhone 6 Plus", "iPhone 6s Plus", "iPhone 7 Plus", "iPhone 8 Plus"),
    phones(
      375, 812, scale: 3, landscape: .compact,
      named: "iPhone X", "iPhone XS", "iPhone 11 Pro", "iPhone 12 mini", "iPhone 13 mini"),
    phones(414, 896, scale: 2, landscape: .regular, named: "iPhone XR"),
    phones(414, 896, scale: 3, landscape: .regular, named: "iPhone XS Max"),
    phones(414, 896, scale: 2, landscape: .regular, named: "iPhone 11"),
    phones(414, 896, scale: 3, landscape: .regular, named: "iPhone 11 Pro Max"),
    phones(
      390, 844, scale: 3, landscape: .compact,
      named: "iPhone 12", "iPhone 12 Pro", "iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e",
      // 2,532 by 1,170 pixels: support.apple.com/126470.
      "iPhone 17e"),
    phones(428, 926, scale: 3, landscape: .regular, named: "iPhone 12 Pro Max", "iPhone 13 Pro Max", "iPhone 14 Plus"),
    phones(393, 852, scale: 3, landscape: .compact, named: "iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16"),
    phones(
      430, 932, scale: 3, landscape: .regular,
      named: "iPhone 14 Pro Max", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPhone 16 Plus"),
    phones(
      402, 874, scale: 3, landscape: .compact,
      named: "iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro",
      // 2,622 by 1,206 pixels: support.apple.com/148590.
      "iPhone 18 Pro"),
    phones(420, 912, scale: 3, landscape: .regular, named: "iPhone Air"),
    phones(
      440, 956, scale: 3, landscape: .regular,
      named: "iPhone 16 Pro Max", "iPhone 17 Pro Max",
      // 2,868 by 1,320 pixels: support.apple.com/148591.
      "iPhone 18 Pro Max"),
    // 2,034 by 1,398 pixels: apple.com/iphone-duo/specs; the points as measured (WN-4).
    foldable("iPhone Duo", in: .closed, 466, 678, scale: 3),
  ]

  private static let padScreens: [[DeviceModel]] = [
    pads(
      768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320),
      named: "iPad (5th generation)", "iPad (6th generation)"),
    pads(768, 1024, scale: 1, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320), named: "iPad mini"),
    pads(
      768, 1024, scale: 2, wide: (320, 507, 694), tall: (320, 438), slideOver: (320, 320),
      named: "iPad mini 2", "iPad mini 3", "iPad mini 4", "iPad mini (5th generation)", "iPad Air", "iPad Air 2",
      "iPad Pro 9.7-inch"),
    pads(
      810, 1080, scale: 2, wide: (320, 535, 750), tall: (320, 480), slideOver: (320, 320),
      named: "iPad (7th generation)", "iPad (8th generation)", "iPad (9th generation)"),
    pads(
      834, 1112, scale: 2, wide: (320, 551, 782), tall: (320, 504), slideOver: (320, 320),
      named: "iPad Pro 10.5-inch", "iPad Air (3rd generation)"),
    pads(
      834, 1194, scale: 2, wide: (375, 592, 809), tall: (320, 504), slideOver: (375, 320),
      named: "iPad Pro 11-inch (1st generation)", "iPad Pro 11-inch (2nd generation)",
      "iPad Pro 11-inch (3rd generation)", "iPad Pro 11-inch (4th generation)"),
    pads(
      820, 1180, scale: 2, wide: (375, 585, 795), tall: (320, 490), slideOver: (375, 320),
      named: "iPad Air (4th generation)", "iPad Air (5th generation)", "iPad Air 11-inch (M2)", "iPad Air 11-inch (M3)",
      // 2,360 by 1,640 pixels: support.apple.com/126471; the predecessor's screen, so its windows.
      "iPad Air 11-inch (M4)", "iPad (10th generation)", "iPad (A16)"),
    pads(
      744, 1133, scale: 2, wide: (375, 561.5, 748), tall: (320, 414), slideOver: (375, 320),
      named: "iPad mini (6th generation)", "iPad mini (A17 Pro)"),
    pads(
      1024, 1366, scale: 2, wide: (375, 678, 981), tall: (375, 639), slideOver: (375, 375),
      named: "iPad Pro 12.9-inch (1st generation)", "iPad Pro 12.9-inch (2nd generation)",
      "iPad Pro 12.9-inch (3rd generation)", "iPad Pro 12.9-inch (4th generation)",
      "iPad Pro 12.9-inch (5th generation)", "iPad Pro 12.9-inch (6th generation)", "iPad Air 13-inch (M2)",
      "iPad Air 13-inch (M3)",
      // 2,732 by 2,048 pixels: support.apple.com/126472; the predecessor's screen, so its windows.
      "iPad Air 13-inch (M4)"),
    pads(
      834, 1210, scale: 2, wide: (375, 600, 825), tall: (320, 504), slideOver: (375, 320),
      named: "iPad Pro 11-inch (M4)", "iPad Pro 11-inch (M5)"),
    pads(
      1032, 1376, scale: 2, wide: (375, 683, 991), tall: (375, 647), slideOver: (375, 375),
      named: "iPad Pro 13-inch (M4)", "iPad Pro 13-inch (M5)"),
  ]

  /// The inner display of foldable phones, as measured (WN-4).
  private static let unfoldedScreens: [[DeviceModel]] = [
    foldable("iPhone Duo", in: .bent, 669, 951, scale: 3), foldable("iPhone Duo", in: .open, 669, 951, scale: 3),
  ]
}

/// A device of the catalogue; a foldable one in one of its poses.
public struct Device: Hashable, Sendable {
  private let index: Int

  public var model: DeviceModel { DeviceModel.catalogue[index] }
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

/// The pose of a foldable device (WN-4).
public enum Pose: String, Hashable, Sendable, CaseIterable {
  /// Only the outer display is in use.
  case closed
  /// The inner display is in use, bent across its middle.
  case bent
  /// The inner display is in use, flat.
  case open

  /// Whether the inner display is in use.
  public var isUnfolded: Bool { self != .closed }
}

/// The band across the middle of a bent display, to be kept free of content (WN-6). Named by its axis.
public enum Fold: String, Hashable, Sendable, CaseIterable {
  /// Upright, in landscape: the band is between two x coordinates.
  case vertical
  /// Horizontal, in portrait: the band is between two y coordinates.
  case horizontal

  /// The band's range in points along the display's longer side (WN-6).
  public static let band = 455.5...495.5

  /// The fold of a display in an orientation.
  init(_ orientation: Orientation) { self = orientation == .landscape ? .vertical : .horizontal }
}
