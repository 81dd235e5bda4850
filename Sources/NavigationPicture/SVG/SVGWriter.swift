import Navigation

/// Writes a scene as SVG: one element per part, with classes and without colours.
struct SVGWriter: ~Copyable {
  let scene: Scene
  var buffer = SVGBuffer(reserving: 16_384)
  private var json = JSONWriter()
  /// The window and the sheets: a surface that reaches their corners gets their radius.
  var panels: [(frame: Frame, radius: Double)] = []
  /// Whether content clipped to a rectangle may cover the window's corners.
  private var hasClips = false
  /// The font size of the titles of all bars, in points.
  private(set) var titleSize = 0.0

  init(_ scene: Scene) { self.scene = scene }

  var bytes: [UInt8] { buffer.bytes }
  var unit: Double { scene.unit }

  mutating func write(scale: Double, sheet: PictureSheet) {
    let caption = CaptionLines(scene)
    begin(bounds: caption.bounds, scale: scale, sheet)
    titleSize = commonTitleSize()
    let window = scene.window
    let radius = min(scene.screen?.corner ?? unit * scene.look.windowCorner, window.width / 4, window.height / 4)
    panels = [(window, radius)]
    rect("window", window, radius: radius)
    for element in scene.elements { write(element) }
    if let fold = scene.fold { write(fold: fold) }
    if hasClips { writeCorners(of: window, radius) }
    if let screen = scene.screen { write(screen) }
    if let controls = scene.controls { write(controls: controls) }
    for frame in scene.outside { rect("outside", frame) }
    rect("edge", window, radius: radius)
    if !scene.cards.isEmpty { writeCards() }
    for (index, line) in caption.lines.enumerated() {
      text(
        "caption", line, x: window.midX, y: caption.baseline(index), size: CaptionLines.fontSize * unit, anchor: .middle
      )
    }
    buffer.put("</svg>\n")
  }

  private mutating func begin(bounds: Frame, scale: Double, _ sheet: PictureSheet) {
    buffer.put(#"<svg xmlns="http://www.w3.org/2000/svg" class="navigation-picture" viewBox=""#)
    for (index, number) in [bounds.x, bounds.y, bounds.width, bounds.height].enumerated() {
      if index > 0 { buffer.put(" ") }
      buffer.number(number)
    }
    buffer.put(#"" width=""#)
    buffer.number(bounds.width * scale)
    buffer.put(#"" height=""#)
    buffer.number(bounds.height * scale)
    buffer.put(#"" font-size=""#)
    buffer.number(Self.fontSize * unit)
    buffer.put(#"" role="group" aria-label=""#)
    for (index, part) in scene.caption.enumerated() {
      if index > 0 { buffer.put(", ") }
      buffer.text(part)
    }
    buffer.put(#"">"#)
    switch sheet {
    case .none: break
    case .embedded:
      buffer.put("<style>")
      buffer.put(raw: EmbeddedSheet.bytes)
      buffer.put("</style>")
    }
    rect("backdrop", bounds)
  }

  /// The font size of titles and buttons, in units.
  static let fontSize = 17.0

  private mutating func write(_ element: Scene.Element) {
    switch element {
    case .controller(let id, let kind): begin(id, kind)
    case .clip(let frame):
      hasClips = true
      clip(frame)
    case .end: buffer.put("</g>")
    case .endClip: buffer.put("</svg>")
    case .surface(let surface, let frame): write(surface, frame)
    case .bar(let bar): write(bar)
    case .heading(let title, let isMade, let isLarge, let frame):
      write(heading: title, isMade: isMade, isLarge: isLarge, in: frame)
    case .row(let row): write(row)
    case .button(let button): write(button)
    case .more(let count, let frame): write(more: count, in: frame)
    case .lines(let frame): write(linesIn: frame)
    case .message(let message, let frame): write(message, in: frame)
    case .tabBar(let tabBar): write(tabBar)
    case .titles(let frame, let titles): write(titles: frame, titles)
    case .indicator(let frame): rect("indicator", frame, radius: frame.height / 2)
    case .edge(let frame, let tap, let grabber): write(edgeOf: frame, tap, grabber: grabber)
    }
  }

  mutating func begin(_ id: ControllerID, _ kind: Controller.Kind) {
    buffer.put(#"<g class="controller "#)
    buffer.text(kind.rawValue)
    buffer.put(#"" data-controller=""#)
    buffer.text(id.description)
    buffer.put(#"">"#)
  }
}

/// Primitives of the other extensions.
extension SVGWriter {
  enum Anchor {
    case start, middle
  }

  /// Adds a tap's action and name as attributes of an open element.
  mutating func attributes(of tap: Tap?) {
    guard let tap else { return }
    json.removeAll()
    let transitions = tap.transitions
    if transitions.count == 1 {
      transitions[0].write(to: &json)
    } else {
      TransitionRequest.batch(transitions).write(to: &json)
    }
    buffer.put(#" data-tap='"#)
    buffer.json(json.bytes)
    buffer.put(#"' aria-label=""#)
    let name = tap.parts
    buffer.put(name.0)
    buffer.text(TextHead.of(name.1))
    buffer.put(name.2)
    buffer.text(TextHead.of(name.3))
    buffer.put(#"""#)
  }

  mutating func rect(_ name: StaticString, _ frame: Frame, radius: Double = 0, tap: Tap? = nil) {
    buffer.put(#"<rect class=""#)
    buffer.put(name)
    buffer.put(#"""#)
    place(frame, radius: radius)
    attributes(of: tap)
    buffer.put("/>")
  }

  /// Adds the attributes of position and size.
  mutating func place(_ frame: Frame, radius: Double = 0) {
    buffer.put(#" x=""#)
    buffer.number(frame.x)
    buffer.put(#"" y=""#)
    buffer.number(frame.y)
    buffer.put(#"" width=""#)
    buffer.number(frame.width)
    buffer.put(#"" height=""#)
    buffer.number(frame.height)
    if radius > 0 {
      buffer.put(#"" rx=""#)
      buffer.number(radius)
    }
    buffer.put(#"""#)
  }

  /// Draws text; nothing where it is empty.
  mutating func text(
    _ name: StaticString, _ text: String, x: Double, y: Double, size: Double? = nil, anchor: Anchor = .start
  ) {
    guard !text.isEmpty else { return }
    buffer.put(#"<text class=""#)
    buffer.put(name)
    buffer.put(#"" x=""#)
    buffer.number(x)
    buffer.put(#"" y=""#)
    buffer.number(y)
    if let size {
      buffer.put(#"" font-size=""#)
      buffer.number(size)
    }
    switch anchor {
    case .start: break
    case .middle: buffer.put(#"" text-anchor="middle"#)
    }
    buffer.put(#"">"#)
    buffer.text(text)
    buffer.put("</text>")
  }

  mutating func hairline(from start: Double, to end: Double, y: Double) {
    path("hairline", at: start, y)
    buffer.put("H")
    buffer.number(end)
    buffer.put(#""/>"#)
  }

  /// Opens a path; the caller adds more and ends it.
  mutating func path(_ name: StaticString, at x: Double, _ y: Double) {
    buffer.put(#"<path class=""#)
    buffer.put(name)
    buffer.put(#"" d="M"#)
    pair(x, y)
  }

  mutating func pair(_ x: Double, _ y: Double) {
    buffer.number(x)
    buffer.put(" ")
    buffer.number(y)
  }

  mutating func command(_ letter: StaticString, _ x: Double, _ y: Double) {
    buffer.put(letter)
    pair(x, y)
  }
}
