/// The parts that a device draws over its window.
extension SVGWriter {
  private static let statusSize = 13.0

  mutating func write(_ screen: DeviceScreen) {
    buffer.put(#"<g class="device">"#)
    if let cutout = screen.cutout { write(cutout: cutout, isNotch: screen.isNotch) }
    if let status = screen.status { write(status) }
    if let indicator = screen.homeIndicator { rect("home", indicator, radius: indicator.height / 2) }
    buffer.put("</g>")
  }

  /// The dots that close, minimise and enlarge a window of iPadOS 26.
  mutating func write(controls frame: Frame) {
    let radius = frame.height / 2
    circle("close", x: frame.x + radius, y: frame.midY, radius: radius)
    circle("minimise", x: frame.midX, y: frame.midY, radius: radius)
    circle("enlarge", x: frame.maxX - radius, y: frame.midY, radius: radius)
  }

  /// The points that the window's controls take from the leading edge of a part that has them.
  func controlsRoom(in frame: Frame) -> Double {
    guard let controls = scene.controls, controls.x < frame.maxX, frame.x < controls.maxX, controls.y < frame.maxY,
      frame.y < controls.maxY
    else { return 0 }
    return controls.maxX - frame.x
  }

  /// Draws an island with four round corners, or a notch with the two inside the screen.
  private mutating func write(cutout frame: Frame, isNotch: Bool) {
    guard isNotch else { return rect("cutout", frame, radius: min(frame.width, frame.height) / 2) }
    let radius = min(frame.width, frame.height) * 0.6
    path("cutout", at: frame.x, frame.y)
    if frame.width > frame.height {
      command("V", frame.maxY - radius)
      arc(radius, right: radius, down: radius, isClockwise: false)
      command("H", frame.maxX - radius)
      arc(radius, right: radius, down: -radius, isClockwise: false)
      command("V", frame.y)
    } else {
      command("H", frame.maxX - radius)
      arc(radius, right: radius, down: radius, isClockwise: true)
      command("V", frame.maxY - radius)
      arc(radius, right: -radius, down: radius, isClockwise: true)
      command("H", frame.x)
    }
    buffer.put(#"Z"/>"#)
  }

  private mutating func arc(_ radius: Double, right: Double, down: Double, isClockwise: Bool) {
    command("a", radius, radius)
    buffer.put(isClockwise ? " 0 0 1 " : " 0 0 0 ")
    pair(right, down)
  }

  private mutating func write(_ status: DeviceScreen.Status) {
    let size = Self.statusSize * unit
    text("status", "9:41", x: status.time, y: status.y + size * 0.35, size: size, anchor: .middle)
    let battery = Frame(x: status.symbols + unit * 2, y: status.y - unit * 5.5, width: unit * 22, height: unit * 11)
    rect("battery", battery, radius: unit * 3)
    rect("status", battery.inset(left: unit * 2, top: unit * 2, right: unit * 5, bottom: unit * 2), radius: unit * 1.5)
    let x = battery.x - unit * 22
    if status.isPhone { writeSignal(x: x, bottom: battery.maxY) } else { writeWireless(x: x, battery) }
  }

  /// Draws four bars of rising height.
  private mutating func writeSignal(x: Double, bottom: Double) {
    buffer.put(#"<path class="status" d=""#)
    for bar in 0..<4 {
      let height = unit * (4 + Double(bar) * 2.3)
      command("M", x + unit * Double(bar) * 4.4, bottom - height)
      buffer.put("h")
      buffer.number(unit * 3)
      buffer.put("v")
      buffer.number(height)
      buffer.put("h")
      buffer.number(unit * -3)
      buffer.put("z")
    }
    buffer.put(#""/>"#)
  }

  /// Draws a sector with its point at the bottom.
  private mutating func writeWireless(x: Double, _ frame: Frame) {
    path("status", at: x + unit * 8, frame.maxY)
    command("l", unit * -8, unit * -8)
    command("c", unit * 4.4, unit * -4)
    buffer.put(" ")
    pair(unit * 11.6, unit * -4)
    buffer.put(" ")
    pair(unit * 16, 0)
    buffer.put(#"z"/>"#)
  }

  /// Paints the backdrop over the window's corners, which content clipped to a rectangle may cover.
  mutating func writeCorners(of window: Frame, _ radius: Double) {
    guard radius > 0 else { return }
    for (x, y, right, down) in [
      (window.x, window.y, 1.0, 1.0), (window.maxX, window.y, -1, 1), (window.maxX, window.maxY, -1, -1),
      (window.x, window.maxY, 1, -1),
    ] {
      path("backdrop", at: x, y)
      command("h", right * radius)
      arc(radius, right: -right * radius, down: down * radius, isClockwise: right != down)
      buffer.put(#"z"/>"#)
    }
  }

  private mutating func command(_ letter: StaticString, _ value: Double) {
    buffer.put(letter)
    buffer.number(value)
  }
}
