/// The content of screens.
extension SVGWriter {
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
    buffer.put(button.isDimmed ? #"<g class="offer dimmed""# : #"<g class="offer""#)
    attributes(of: button.tap)
    buffer.put(">")
    rect("hit", frame, radius: unit * 10)
    let title = TextWidth.cut(button.title, to: (frame.width - unit * 16) / (Self.fontSize * unit))
    text("item", title, x: frame.midX, y: frame.midY + unit * 6, anchor: .middle)
    buffer.put("</g>")
  }

  mutating func write(more count: Int, in frame: Frame) {
    let size = Self.subtitle * unit
    let text = TextWidth.cut(Scene.more(count), to: (frame.width - unit * 16) / size)
    self.text("detail", text, x: frame.midX, y: frame.midY + size * 0.35, size: size, anchor: .middle)
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
        "initial", Self.initial(of: title), x: frame.midX, y: frame.midY + unit * 5.2, size: unit * 15, anchor: .middle)
    }
  }

  /// Draws thick lines in place of text; those without length are left out.
  private mutating func bones(_ lines: [(x: Double, y: Double, length: Double)], thickness: Double) {
    let lines = lines.filter { $0.length > thickness }
    guard !lines.isEmpty else { return }
    buffer.put(#"<path class="bones" d=""#)
    for line in lines {
      command("M", line.x + thickness / 2, line.y)
      buffer.put("h")
      buffer.number(line.length - thickness)
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

  mutating func write(_ message: String, in frame: Frame) {
    guard frame.height >= unit * 24 else { return }
    write(
      "message", message, room: frame.width - min(unit * 32, frame.width / 4), x: frame.midX, middle: frame.midY,
      size: 18)
  }
}
