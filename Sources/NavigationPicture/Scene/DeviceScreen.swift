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
