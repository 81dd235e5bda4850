import Navigation

/// The parts that a device draws over a full-screen window: the status bar, a cutout and the home indicator.
struct DeviceScreen: Sendable {
  /// The corner radius of the screen, in points.
  var corner: Double
  /// The room kept free for these parts.
  var insets: Insets
  /// The positions of the status bar's parts; nil where it is hidden.
  var status: Status?
  var cutout: Frame?
  /// The cutout touches the edge.
  var isNotch = false
  var homeIndicator: Frame?

  /// The middle of the time, and of the symbols at the other end.
  struct Status: Sendable {
    var time: Double
    var symbols: Double
    var y: Double
    /// Whether the device has a mobile signal.
    var isPhone: Bool
  }

  private static let island = (length: 126.0, breadth: 37.0)
  private static let notchHeight = 31.0
  /// The free room at the lower edge, by device and orientation.
  private static let homeRoom = (phone: 34.0, phoneOnItsSide: 21.0, pad: 20.0)

  /// Nil where the window does not fill the screen of a device.
  init?(_ environment: Environment, unit: Double) {
    guard case .device(let device, let orientation, .fullScreen) = environment.place, let shape = DeviceShape(device)
    else { return nil }
    let size = environment.size
    let isPhone = device.model.idiom == .phone
    let isOnItsSide = isPhone && orientation == .landscape && !device.model.isUnfolded
    corner = shape.corner
    insets = Insets()
    if isOnItsSide {
      // In landscape, a phone has no status bar, and its cutout is at the left.
      if shape.hasHomeIndicator { (insets.left, insets.right) = (shape.statusBar, shape.statusBar) }
    } else {
      insets.top = shape.statusBar * unit
    }
    addCutout(shape.cutout, size, isOnItsSide: isOnItsSide)
    if !isOnItsSide {
      // In the middle beside the cutout, or near the edges where there is none.
      let ear = cutout.map { $0.x / 2 } ?? unit * 40
      let y = cutout.map { isNotch ? insets.top / 2 : $0.midY } ?? insets.top / 2
      status = Status(time: ear, symbols: size.width - ear, y: y, isPhone: isPhone)
    }
    guard shape.hasHomeIndicator else { return }
    insets.bottom =
      isPhone ? (isOnItsSide ? Self.homeRoom.phoneOnItsSide : Self.homeRoom.phone) : Self.homeRoom.pad * unit
    let length = min(size.width, size.height) * 0.36
    homeIndicator = Frame(x: (size.width - length) / 2, y: size.height - 8 - 5, width: length, height: 5)
  }

  private mutating func addCutout(_ kind: DeviceShape.Cutout, _ size: Size, isOnItsSide: Bool) {
    let (distance, length, breadth): (Double, Double, Double)
    switch kind {
    case .none: return
    case .notch(let width): (distance, length, breadth) = (0, width, Self.notchHeight)
    case .island(let top): (distance, length, breadth) = (top, Self.island.length, Self.island.breadth)
    }
    isNotch = distance == 0
    cutout =
      isOnItsSide
      ? Frame(x: distance, y: (size.height - length) / 2, width: breadth, height: length)
      : Frame(x: (size.width - length) / 2, y: distance, width: length, height: breadth)
  }
}

/// Covered parts of a frame, along its edges.
struct Insets: Hashable, Sendable {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
}

/// The shape of a device's screen, in points.
struct DeviceShape: Hashable, Sendable {
  /// The cutout of a screen, at the middle of its upper edge in portrait.
  enum Cutout: Hashable, Sendable {
    case none
    case notch(width: Double)
    /// An island `top` points below the edge.
    case island(top: Double)
  }

  var corner: Double
  var cutout: Cutout
  var hasHomeIndicator: Bool
  /// The height of the status bar; for a phone with a cutout, also the free room at both ends in landscape.
  var statusBar: Double
}

extension DeviceShape {
  /// Nil where the table lacks the device.
  init?(_ device: Device) {
    guard let shape = Self.shapes[device] else { return nil }
    self = shape
  }

  /// Each device of the catalogue, in one row. Corners are those that UIKit reports for the screen; a screen above a
  /// home button has square ones. Notch widths are measured to a few points.
  static let rows: [(shape: DeviceShape, devices: [String])] = phones + pads

  private static let phones: [(shape: DeviceShape, devices: [String])] = [
    (
      homeButton,
      [
        "iPhone 5", "iPhone 5s", "iPhone 5c", "iPhone SE (1st generation)", "iPod touch (5th generation)",
        "iPod touch (6th generation)", "iPod touch (7th generation)", "iPhone 6", "iPhone 6s", "iPhone 7", "iPhone 8",
        "iPhone SE (2nd generation)", "iPhone SE (3rd generation)", "iPhone 6 Plus", "iPhone 6s Plus",
        "iPhone 7 Plus", "iPhone 8 Plus",
      ]
    ),
    (
      notch(39, width: 209, statusBar: 44),
      ["iPhone X", "iPhone XS", "iPhone 11 Pro", "iPhone XS Max", "iPhone 11 Pro Max"]
    ), (notch(41.5, width: 230, statusBar: 48), ["iPhone XR", "iPhone 11"]),
    (notch(44, width: 226, statusBar: 50), ["iPhone 12 mini"]),
    (notch(44, width: 175, statusBar: 50), ["iPhone 13 mini"]),
    (notch(47.33, width: 209, statusBar: 47), ["iPhone 12", "iPhone 12 Pro"]),
    (notch(47.33, width: 162, statusBar: 47), ["iPhone 13", "iPhone 13 Pro", "iPhone 14", "iPhone 16e", "iPhone 17e"]),
    (notch(53.33, width: 209, statusBar: 47), ["iPhone 12 Pro Max"]),
    (notch(53.33, width: 162, statusBar: 47), ["iPhone 13 Pro Max", "iPhone 14 Plus"]),
    (
      island(55, top: 11, statusBar: 59),
      [
        "iPhone 14 Pro", "iPhone 15", "iPhone 15 Pro", "iPhone 16", "iPhone 14 Pro Max", "iPhone 15 Plus",
        "iPhone 15 Pro Max", "iPhone 16 Plus",
      ]
    ),
    (
      island(62, top: 14, statusBar: 62),
      [
        "iPhone 16 Pro", "iPhone 17", "iPhone 17 Pro", "iPhone 18 Pro", "iPhone 16 Pro Max", "iPhone 17 Pro Max",
        "iPhone 18 Pro Max",
      ]
    ), (island(62, top: 20, statusBar: 68), ["iPhone Air"]),
    // Its corners and its side cutout are unknown: it is drawn without a cutout.
    (pad(30), ["iPhone Duo"]),
  ]

  private static let pads: [(shape: DeviceShape, devices: [String])] = [
    (
      homeButton,
      [
        "iPad (5th generation)", "iPad (6th generation)", "iPad mini", "iPad mini 2", "iPad mini 3", "iPad mini 4",
        "iPad mini (5th generation)", "iPad Air", "iPad Air 2", "iPad Pro 9.7-inch", "iPad (7th generation)",
        "iPad (8th generation)", "iPad (9th generation)", "iPad Pro 10.5-inch", "iPad Air (3rd generation)",
        "iPad Pro 12.9-inch (1st generation)", "iPad Pro 12.9-inch (2nd generation)",
      ]
    ),
    (
      pad(18),
      [
        "iPad Pro 11-inch (1st generation)", "iPad Pro 11-inch (2nd generation)", "iPad Pro 11-inch (3rd generation)",
        "iPad Pro 11-inch (4th generation)", "iPad Air (4th generation)", "iPad Air (5th generation)",
        "iPad Air 11-inch (M2)", "iPad Air 11-inch (M3)", "iPad Air 11-inch (M4)",
        "iPad Pro 12.9-inch (3rd generation)", "iPad Pro 12.9-inch (4th generation)",
        "iPad Pro 12.9-inch (5th generation)", "iPad Pro 12.9-inch (6th generation)", "iPad Air 13-inch (M2)",
        "iPad Air 13-inch (M3)", "iPad Air 13-inch (M4)",
      ]
    ), (pad(21.5), ["iPad mini (6th generation)", "iPad mini (A17 Pro)"]),
    (pad(25), ["iPad (10th generation)", "iPad (A16)"]),
    (pad(30), ["iPad Pro 11-inch (M4)", "iPad Pro 11-inch (M5)", "iPad Pro 13-inch (M4)", "iPad Pro 13-inch (M5)"]),
  ]

  private static let homeButton = DeviceShape(corner: 0, cutout: .none, hasHomeIndicator: false, statusBar: 20)

  private static func notch(_ corner: Double, width: Double, statusBar: Double) -> DeviceShape {
    DeviceShape(corner: corner, cutout: .notch(width: width), hasHomeIndicator: true, statusBar: statusBar)
  }

  private static func island(_ corner: Double, top: Double, statusBar: Double) -> DeviceShape {
    DeviceShape(corner: corner, cutout: .island(top: top), hasHomeIndicator: true, statusBar: statusBar)
  }

  private static func pad(_ corner: Double) -> DeviceShape {
    DeviceShape(corner: corner, cutout: .none, hasHomeIndicator: true, statusBar: 24)
  }

  private static let shapes: [Device: DeviceShape] = Dictionary(
    rows.flatMap { row in
      row.devices.compactMap { name in Device(named: name) }.flatMap(\.poses).map { ($0, row.shape) }
    }, uniquingKeysWith: { first, _ in first })
}
