import Navigation

/// Backgrounds.
extension SVGWriter {
  mutating func write(_ surface: Scene.Surface, _ frame: Frame) {
    switch surface {
    case .column(.secondary, _): shape("surface", frame)
    case .column(let column, let line):
      // In iOS 26 only the sidebar has its own background.
      shape(column == .primary || scene.look == .bars ? "surface sidebar" : "surface", frame)
      guard let line else { return }
      vertical(x: line == .trailing ? frame.maxX : frame.x, from: frame.y, to: frame.maxY)
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
    buffer.put(#" viewBox=""#)
    for (index, number) in [frame.x, frame.y, frame.width, frame.height].enumerated() {
      if index > 0 { buffer.put(" ") }
      buffer.number(number)
    }
    buffer.put(#"">"#)
  }

  private mutating func vertical(x: Double, from start: Double, to end: Double) {
    path("hairline", at: x, start)
    buffer.put("V")
    buffer.number(end)
    buffer.put(#""/>"#)
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
    buffer.put(#"<g class="button""#)
    attributes(of: tap)
    buffer.put(">")
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

  private mutating func along(
    _ letter: StaticString, _ end: Double, arc radius: Double, right: Double, down: Double
  ) {
    buffer.put(letter)
    buffer.number(end)
    guard radius > 0 else { return }
    command("a", radius, radius)
    buffer.put(" 0 0 1 ")
    pair(radius * right, radius * down)
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
}
