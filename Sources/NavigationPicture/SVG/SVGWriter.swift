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
        "caption", line, x: window.midX, y: caption.baseline(index), size: CaptionLines.fontSize * unit,
        isCentered: true
      )
    }
    buffer.put("</svg>\n")
  }

  private mutating func begin(bounds: Frame, scale: Double, _ sheet: PictureSheet) {
    buffer.put(#"<svg xmlns="http://www.w3.org/2000/svg" class="navigation-picture""#)
    viewBox(bounds)
    attribute(#" width=""#, bounds.width * scale)
    attribute(#" height=""#, bounds.height * scale)
    attribute(#" font-size=""#, Self.fontSize * unit)
    buffer.put(#" role="group" aria-label=""#)
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

  // MARK: Primitives of the other extensions

  /// Begins an element of a class; the caller adds more attributes and ends its tag.
  private mutating func open(_ element: StaticString, _ name: StaticString) {
    buffer.put(element)
    buffer.put(#" class=""#)
    buffer.put(name)
    buffer.put(#"""#)
  }

  /// - Parameter opening: what stands before the value.
  private mutating func attribute(_ opening: StaticString, _ value: Double) {
    buffer.put(opening)
    buffer.number(value)
    buffer.put(#"""#)
  }

  mutating func viewBox(_ frame: Frame) {
    buffer.put(#" viewBox=""#)
    pair(frame.x, frame.y)
    buffer.put(" ")
    pair(frame.width, frame.height)
    buffer.put(#"""#)
  }

  /// Opens a group with what a tap on it does.
  mutating func group(_ name: StaticString, state: StaticString? = nil, _ tap: Tap?) {
    buffer.put(#"<g class=""#)
    buffer.put(name)
    if let state {
      buffer.put(" ")
      buffer.put(state)
    }
    buffer.put(#"""#)
    attributes(of: tap)
    buffer.put(">")
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
    open("<rect", name)
    place(frame, radius: radius)
    attributes(of: tap)
    buffer.put("/>")
  }

  /// Adds the attributes of position and size.
  mutating func place(_ frame: Frame, radius: Double = 0) {
    attribute(#" x=""#, frame.x)
    attribute(#" y=""#, frame.y)
    attribute(#" width=""#, frame.width)
    attribute(#" height=""#, frame.height)
    if radius > 0 { attribute(#" rx=""#, radius) }
  }

  /// Draws text; nothing where it is empty.
  mutating func text(
    _ name: StaticString, _ text: String, x: Double, y: Double, size: Double? = nil, isCentered: Bool = false
  ) {
    guard !text.isEmpty else { return }
    open("<text", name)
    attribute(#" x=""#, x)
    attribute(#" y=""#, y)
    if let size { attribute(#" font-size=""#, size) }
    buffer.put(isCentered ? #" text-anchor="middle">"# : ">")
    buffer.text(text)
    buffer.put("</text>")
  }

  mutating func hairline(from start: Double, to end: Double, y: Double) {
    path("hairline", at: start, y)
    command("H", end)
    buffer.put(#""/>"#)
  }

  /// Opens a path; the caller adds more and ends it.
  mutating func path(_ name: StaticString, at x: Double, _ y: Double) {
    open("<path", name)
    buffer.put(#" d="M"#)
    pair(x, y)
  }

  mutating func pair(_ x: Double, _ y: Double) {
    buffer.number(x)
    buffer.put(" ")
    buffer.number(y)
  }

  mutating func command(_ letter: StaticString, _ value: Double) {
    buffer.put(letter)
    buffer.number(value)
  }

  mutating func command(_ letter: StaticString, _ x: Double, _ y: Double) {
    buffer.put(letter)
    pair(x, y)
  }

  // MARK: Symbols and initials

  /// Draws a symbol in a viewport as large as the frame.
  mutating func write(_ glyph: Glyph, _ name: StaticString, in frame: Frame) {
    open("<svg", name)
    place(frame)
    buffer.put(#" viewBox="0 0 24 24"><path d=""#)
    buffer.put(glyph.path)
    buffer.put(#""/></svg>"#)
  }

  mutating func circle(_ name: StaticString, x: Double, y: Double, radius: Double) {
    open("<circle", name)
    attribute(#" cx=""#, x)
    attribute(#" cy=""#, y)
    attribute(#" r=""#, radius)
    buffer.put("/>")
  }

  /// The first letter or digit, as a capital; empty where there is none.
  static func initial(of title: String) -> String {
    let first = title.unicodeScalars.prefix(64).first { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    return first.map { String($0).uppercased() } ?? ""
  }
}

/// A buffer for the bytes of an SVG.
struct SVGBuffer {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Adds this module's own markup.
  mutating func put(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds markup that is already text.
  mutating func put(raw markup: [UInt8]) { bytes.append(contentsOf: markup) }

  /// Adds text of any origin, for an element or for an attribute in either kind of quotation marks. Characters
  /// forbidden in XML are replaced.
  mutating func text(_ text: String) {
    let text = Array(text.utf8)
    var start = 0
    for index in text.indices {
      let entity: StaticString
      var length = 1
      switch text[index] {
      case 0x20, 0x21, 0x23...0x25, 0x28...0x3B, 0x3D, 0x3F...0xEE, 0xF0...0xFF: continue
      case 0x22: entity = "&quot;"
      case 0x26: entity = "&amp;"
      case 0x27: entity = "&#39;"
      case 0x3C: entity = "&lt;"
      case 0x3E: entity = "&gt;"
      // Line breaks and tabs would be spaces in an attribute anyway.
      case 0x09, 0x0A, 0x0D: entity = " "
      case 0xEF:
        guard Self.isNoncharacter(text, at: index) else { continue }
        entity = Self.replacement
        length = 3
      default: entity = Self.replacement
      }
      bytes.append(contentsOf: text[start..<index])
      put(entity)
      start = index + length
    }
    bytes.append(contentsOf: text[start...])
  }

  /// Adds valid JSON, for an attribute in single quotation marks. Characters forbidden in XML are escaped as in JSON.
  mutating func json(_ text: [UInt8]) {
    var start = 0
    for index in text.indices {
      let entity: StaticString
      var length = 1
      switch text[index] {
      case 0x26: entity = "&amp;"
      case 0x27: entity = "&#39;"
      case 0x3C: entity = "&lt;"
      case 0xEF where Self.isNoncharacter(text, at: index):
        entity = text[index + 2] == 0xBE ? #"\uFFFE"# : #"\uFFFF"#
        length = 3
      default: continue
      }
      bytes.append(contentsOf: text[start..<index])
      put(entity)
      start = index + length
    }
    bytes.append(contentsOf: text[start...])
  }

  private static let replacement: StaticString = "\u{FFFD}"

  /// U+FFFE and U+FFFF, which are forbidden in XML.
  private static func isNoncharacter(_ text: [UInt8], at index: Int) -> Bool {
    index + 2 < text.count && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }

  /// Adds a number with at most one decimal: a tenth is less than a pixel of any screen.
  mutating func number(_ value: Double) {
    guard value.isFinite else { return bytes.append(0x30) }
    let tenths = Int((min(max(value, -1e12), 1e12) * 10).rounded())
    if tenths < 0 { bytes.append(0x2D) }
    digits(tenths.magnitude / 10)
    let rest = tenths.magnitude % 10
    guard rest > 0 else { return }
    bytes.append(0x2E)
    bytes.append(0x30 + UInt8(rest))
  }

  private mutating func digits(_ value: UInt) {
    if value >= 10 { digits(value / 10) }
    bytes.append(0x30 + UInt8(value % 10))
  }
}
