import NavigationModel

/// What a device puts over a window that fills its screen: the status bar, a cutout and the home indicator.
struct DeviceScreen: Sendable {
  /// Of the screen, in points.
  var corner: Double
  /// What is left free for it.
  var insets: Insets
  /// Of the status bar's parts; nil where it is hidden.
  var status: Status?
  var cutout: Frame?
  /// The cutout is a part of the edge.
  var isNotch = false
  var homeIndicator: Frame?

  /// The middles of the time and of the symbols at the other end.
  struct Status: Sendable {
    var time: Double
    var symbols: Double
    var y: Double
    /// Whether the device has a mobile signal.
    var isPhone: Bool
  }

  private static let island = (length: 126.0, breadth: 37.0)
  private static let notchHeight = 31.0
  /// Free at the lower edge, by what the device is and how it is held.
  private static let homeRoom = (phone: 34.0, phoneOnItsSide: 21.0, pad: 20.0)

  /// Nil where the window is not the whole screen of a device.
  init?(_ environment: Environment, unit: Double) {
    guard case .device(let device, let orientation, .fullScreen) = environment.place, let shape = DeviceShape(device)
    else { return nil }
    let size = environment.size
    let isPhone = device.model.idiom == .phone
    let isOnItsSide = isPhone && orientation == .landscape && !device.model.isUnfolded
    corner = shape.corner
    insets = Insets()
    if isOnItsSide {
      // Held sideways, a phone has no status bar, and its cutout at the left.
      if shape.hasHomeIndicator { (insets.left, insets.right) = (shape.statusBar, shape.statusBar) }
    } else {
      insets.top = shape.statusBar * unit
    }
    addCutout(shape.cutout, size, isOnItsSide)
    if !isOnItsSide {
      // In the middle of what the cutout leaves, and at the edges where there is none.
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

  private mutating func addCutout(_ kind: DeviceShape.Cutout, _ size: Size, _ isOnItsSide: Bool) {
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

/// Parts of a frame that something covers, along its edges.
struct Insets: Hashable, Sendable {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
}
