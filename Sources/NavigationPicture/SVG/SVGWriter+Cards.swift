/// Hidden controllers, beside the window.
extension SVGWriter {
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
