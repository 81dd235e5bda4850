import Navigation

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
    text("status", "9:41", x: status.time, y: status.y + size * 0.35, size: size, isCentered: true)
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
      command("h", unit * 3)
      command("v", height)
      command("h", unit * -3)
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

  // MARK: Backgrounds

  mutating func write(_ surface: Scene.Surface, _ frame: Frame) {
    switch surface {
    case .column(.secondary, _): shape("surface", frame)
    case .column(let column, let line):
      // In iOS 26 only the sidebar has its own background.
      shape(column == .primary || scene.look == .bars ? "surface sidebar" : "surface", frame)
      guard let line else { return }
      path("hairline", at: line == .trailing ? frame.maxX : frame.x, frame.y)
      command("V", frame.maxY)
      buffer.put(#""/>"#)
    case .panel:
      let corner = max(unit * 16, (scene.screen?.corner ?? unit * scene.look.windowCorner) - unit * Measure.panelInset)
      let radius = min(corner, frame.width / 4, frame.height / 4)
      rect("surface panel sidebar", frame, radius: radius)
    case .overlay: shape("surface over sidebar", frame)
    case .page, .ground: shape("surface over", frame)
    case .sheet, .popover:
      shape("surface over raised", frame, radius: sheetCorner(of: frame))
      panels.append((frame, sheetCorner(of: frame)))
    case .cover: shape("surface", frame)
    case .veil: shape("veil", frame)
    case .dim(let tap): shape("dim", frame, tap: tap)
    case .clear(let tap): shape("hit", frame, tap: tap)
    }
  }

  private func sheetCorner(of frame: Frame) -> Double {
    min(unit * scene.look.sheetCorner, frame.width / 4, frame.height / 4)
  }

  /// Opens a viewport in the same coordinates. It clips without an id, which another picture on the page could share.
  mutating func clip(_ frame: Frame) {
    buffer.put("<svg")
    place(frame)
    viewBox(frame)
    buffer.put(">")
  }

  /// Points between two lines of the hatching.
  private static let hatching = 16.0

  /// Draws a band with lines across it, each from edge to edge, so none has to be cut.
  mutating func write(fold frame: Frame) {
    rect("fold", frame)
    let breadth = min(frame.width, frame.height)
    let isUpright = frame.width < frame.height
    buffer.put(#"<path class="hatch" d=""#)
    var along = 0.0
    while along + breadth <= max(frame.width, frame.height) {
      command("M", frame.x + (isUpright ? 0 : along), isUpright ? frame.y + along + breadth : frame.maxY)
      command("l", breadth, -breadth)
      along += Self.hatching
    }
    buffer.put(#""/>"#)
  }

  /// A sheet of one detent has no grabber: `prefersGrabberVisible` is false by default (D-181, D-509).
  mutating func write(edgeOf frame: Frame, _ tap: Tap, grabber: Tap?) {
    let width = min(unit * 40, frame.width / 2)
    write(edgeOf: frame, tap, halfWidth: grabber == nil ? width : frame.width / 2)
    guard let grabber else { return }
    write(edgeOf: frame, grabber, halfWidth: width) { writer in
      let line = Frame(
        x: frame.midX - width * 0.45, y: frame.y + writer.unit * 5, width: width * 0.9, height: writer.unit * 5)
      writer.rect("dot", line, radius: line.height / 2)
    }
  }

  private mutating func write(
    edgeOf frame: Frame, _ tap: Tap, halfWidth: Double, _ mark: (inout SVGWriter) -> Void = { _ in }
  ) {
    group("button", tap)
    rect(
      "hit", Frame(x: frame.midX - halfWidth, y: frame.y, width: halfWidth * 2, height: min(unit * 16, frame.height)))
    mark(&self)
    buffer.put("</g>")
  }

  /// Draws a background with a panel's radius where it shares that panel's corner.
  private mutating func shape(_ name: StaticString, _ frame: Frame, tap: Tap? = nil, radius: Double = 0) {
    let topLeft = cornerRadius(frame.x, frame.y, panelX: \.x, panelY: \.y) ?? radius
    let topRight = cornerRadius(frame.maxX, frame.y, panelX: \.maxX, panelY: \.y) ?? radius
    let bottomRight = cornerRadius(frame.maxX, frame.maxY, panelX: \.maxX, panelY: \.maxY) ?? radius
    let bottomLeft = cornerRadius(frame.x, frame.maxY, panelX: \.x, panelY: \.maxY) ?? radius
    if topLeft == topRight, topRight == bottomRight, bottomRight == bottomLeft {
      return rect(name, frame, radius: topLeft, tap: tap)
    }
    path(name, at: frame.x + topLeft, frame.y)
    along("H", frame.maxX - topRight, arc: topRight, right: 1, down: 1)
    along("V", frame.maxY - bottomRight, arc: bottomRight, right: -1, down: 1)
    along("H", frame.x + bottomLeft, arc: bottomLeft, right: -1, down: -1)
    along("V", frame.y + topLeft, arc: topLeft, right: 1, down: -1)
    buffer.put(#"Z""#)
    attributes(of: tap)
    buffer.put("/>")
  }

  private mutating func along(_ letter: StaticString, _ end: Double, arc radius: Double, right: Double, down: Double) {
    command(letter, end)
    if radius > 0 { self.arc(radius, right: radius * right, down: radius * down, isClockwise: true) }
  }

  /// The largest radius of the panels with this corner; nil where there is none.
  private func cornerRadius(
    _ x: Double, _ y: Double, panelX: KeyPath<Frame, Double>, panelY: KeyPath<Frame, Double>
  ) -> Double? {
    var radius: Double?
    for panel in panels where abs(panel.frame[keyPath: panelX] - x) < 0.5 && abs(panel.frame[keyPath: panelY] - y) < 0.5
    {
      radius = max(radius ?? 0, panel.radius)
    }
    return radius
  }

  // MARK: The content of screens

  private static let rowTitle = 17.0
  private static let subtitle = 15.0
  private static let avatar = 32.0

  mutating func write(_ row: Scene.Row) {
    let frame = row.frame
    buffer.put(row.isSelected ? #"<g class="row selected"# : #"<g class="row"#)
    buffer.put(row.isDimmed ? #" dimmed""# : #"""#)
    attributes(of: row.tap)
    if scene.isMadeUp, case .row(_, let id, let title, _, _)? = row.tap {
      buffer.put(#" data-title=""#)
      buffer.text(title ?? id)
      buffer.put(#"""#)
    }
    buffer.put(">")
    let inset = unit * 8
    rect("hit", frame.inset(left: inset, top: unit * 1.5, right: inset, bottom: unit * 1.5), radius: unit * 10)
    var text = frame.x + unit * Measure.margin
    if let image = row.image {
      let side = unit * Self.avatar
      write(avatar: image, of: row.title ?? "", in: Frame(x: text, y: frame.midY - side / 2, width: side, height: side))
      text += side + unit * 12
    }
    let room = frame.maxX - unit * Measure.margin - text
    if let title = row.title {
      writeTexts(title, row.subtitle, x: text, room: room, in: frame)
    } else {
      bones(
        [(text, frame.midY - unit * 8, room * 0.46), (text, frame.midY + unit * 9, room * 0.78)], thickness: unit * 9)
    }
    buffer.put("</g>")
    if row.hasLine { hairline(from: min(text, frame.maxX), to: frame.maxX, y: frame.y) }
  }

  mutating func write(_ button: Scene.Button) {
    let frame = button.frame.inset(left: unit * 12, top: unit * 4, right: unit * 12, bottom: unit * 4)
    group("offer", state: button.isDimmed ? "dimmed" : nil, button.tap)
    rect("hit", frame, radius: unit * 10)
    let title = TextWidth.cut(button.title, to: (frame.width - unit * 16) / (Self.fontSize * unit))
    text("item", title, x: frame.midX, y: frame.midY + unit * 6, isCentered: true)
    buffer.put("</g>")
  }

  mutating func write(more count: Int, in frame: Frame) {
    let size = Self.subtitle * unit
    let text = TextWidth.cut(Scene.more(count), to: (frame.width - unit * 16) / size)
    self.text("detail", text, x: frame.midX, y: frame.midY + size * 0.35, size: size, isCentered: true)
  }

  private mutating func writeTexts(_ title: String, _ subtitle: String?, x: Double, room: Double, in frame: Frame) {
    let titleText = TextWidth.cut(title, to: room / (Self.rowTitle * unit))
    text("label", titleText, x: x, y: frame.midY + unit * (subtitle == nil ? 5.6 : -3), size: Self.rowTitle * unit)
    guard let subtitle else { return }
    text(
      "detail", TextWidth.cut(subtitle, to: room / (Self.subtitle * unit)), x: x, y: frame.midY + unit * 16,
      size: Self.subtitle * unit)
  }

  /// Draws the symbol that the image names, else the title's initial.
  private mutating func write(avatar image: String, of title: String, in frame: Frame) {
    circle("dot", x: frame.midX, y: frame.midY, radius: frame.width / 2)
    if let glyph = Glyph(named: image) {
      write(glyph, "glyph", in: frame.inset(by: frame.width * 0.2))
    } else {
      text(
        "initial", Self.initial(of: title), x: frame.midX, y: frame.midY + unit * 5.2, size: unit * 15, isCentered: true
      )
    }
  }

  /// Draws thick lines in place of text; those without length are left out.
  private mutating func bones(_ lines: [(x: Double, y: Double, length: Double)], thickness: Double) {
    let lines = lines.filter { $0.length > thickness }
    guard !lines.isEmpty else { return }
    buffer.put(#"<path class="bones" d=""#)
    for line in lines {
      command("M", line.x + thickness / 2, line.y)
      command("h", line.length - thickness)
    }
    buffer.put(#"" stroke-width=""#)
    buffer.number(thickness)
    buffer.put(#""/>"#)
  }

  mutating func write(linesIn frame: Frame) {
    bones(Scene.lines(in: frame, unit: unit), thickness: unit * 10)
  }

  mutating func write(heading title: String, isMade: Bool, isLarge: Bool, in frame: Frame) {
    guard frame.height >= unit * 30 else { return }
    let size = unit * (isLarge ? 34 : 22)
    let margin = max(controlsRoom(in: frame) + unit * 10, min(unit * (isLarge ? Measure.margin : 24), frame.width / 8))
    let title = TextWidth.cut(
      title, to: (frame.width - margin - min(margin, frame.width / 8)) / (size * TextWidth.bold))
    text(isMade ? "title made" : "title", title, x: frame.x + margin, y: frame.midY + size * 0.4, size: size)
  }

  /// Writes a message smaller where it does not fit, but no smaller than at the scale 1, and then cut.
  mutating func write(_ message: String, in frame: Frame) {
    guard frame.height >= unit * 24 else { return }
    let room = frame.width - min(unit * 32, frame.width / 4)
    let size = min(18 * unit, max(18, room / (TextWidth.estimate(message) * TextWidth.bold)))
    let text = TextWidth.cut(message, to: room / (size * TextWidth.bold) + 0.01)
    self.text(
      "message", text, x: frame.midX, y: frame.midY + size * 0.35, size: size == Self.fontSize * unit ? nil : size,
      isCentered: true)
  }

  // MARK: Hidden controllers, beside the window

  private static let headingSize = 13.0
  private static let lineSize = 14.0

  mutating func writeCards() {
    buffer.put(#"<g class="hidden-cards">"#)
    for (card, frame) in zip(scene.cards, scene.cardFrames()) { write(card, in: frame) }
    buffer.put("</g>")
  }

  private mutating func write(_ card: Scene.Card, in frame: Frame) {
    buffer.put(#"<g class="card">"#)
    rect("card-surface", frame, radius: unit * 10)
    let inset = unit * 14
    let size = Self.headingSize * unit
    let heading = TextWidth.cut(card.heading, to: (frame.width - inset * 2) / (size * TextWidth.bold))
    text("card-heading", heading, x: frame.x + inset, y: frame.y + unit * 22, size: size)
    // The groups of the next line's ancestors stay open.
    var open = 0
    for (index, line) in card.lines.enumerated() {
      for _ in line.depth..<max(line.depth, open) { buffer.put("</g>") }
      open = line.depth + 1
      begin(line.id, line.kind)
      write(line, y: frame.y + unit * (Measure.cardHeading + (Double(index) + 0.5) * Measure.cardLine), in: frame)
    }
    for _ in 0..<open { buffer.put("</g>") }
    buffer.put("</g>")
  }

  private mutating func write(_ line: Scene.Card.Line, y: Double, in frame: Frame) {
    let x = frame.x + unit * (14 + 14 * Double(min(line.depth, 8)))
    let side = unit * 9
    let mark = Frame(x: x, y: y - side / 2, width: side, height: side)
    rect(
      line.kind == .screen ? "card-screen" : "card-container", mark, radius: line.kind == .screen ? side / 2 : unit * 2)
    let size = Self.lineSize * unit
    let start = x + side + unit * 8
    let title = TextWidth.cut(line.title ?? line.id.description, to: (frame.maxX - unit * 12 - start) / size)
    text(line.title == nil ? "made" : "label", title, x: start, y: y + size * 0.35, size: size)
  }
}
