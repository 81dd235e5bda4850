import Navigation

/// The content of a picture: elements with their frames in points, in drawing order. SVG and text are written from it.
struct Scene: Sendable {
  var window: Frame
  var look: Look
  /// Nil in text, and where the window does not fill the screen of a device.
  var screen: DeviceScreen?
  /// The dots of a window on an iPad of iPadOS 26; nil where it fills the screen.
  var controls: Frame?
  /// The points of all sizes: 1 at the scale 1.
  var unit: Double
  /// Without an app's routes what a row opens is made up (D-403).
  var isMadeUp: Bool
  var elements: [Element]
  /// The band of a bent display; nil where there is none (WN-6).
  var fold: Frame?
  /// The texts below the window.
  var caption: [String]
  /// The hidden controllers, if requested.
  var cards: [Card]

  /// The parts of displaced columns that lie beyond the window.
  var outside: [Frame] {
    var (left, right) = (window.x, window.maxX)
    for element in elements {
      guard case .surface(let surface, let frame) = element, surface.isColumn else { continue }
      left = min(left, frame.x)
      right = max(right, frame.maxX)
    }
    let parts = [
      Frame(x: left, y: window.y, width: window.x - left, height: window.height),
      Frame(x: window.maxX, y: window.y, width: right - window.maxX, height: window.height),
    ]
    return parts.filter { $0.width > 0.5 }
  }

  /// The caption's lines, each with as many parts as fit.
  func captionLines(cut: (String) -> String, fits: (String) -> Bool) -> [String] {
    var lines: [String] = []
    for part in caption.map(cut) {
      if let longer = lines.last.map({ $0 + " · " + part }), fits(longer) {
        lines[lines.count - 1] = longer
      } else {
        lines.append(part)
      }
    }
    return lines
  }

  enum Element: Sendable {
    /// Begins a controller's elements, up to its `end`.
    case controller(ControllerID, Controller.Kind)
    /// Clips the elements up to its `endClip` to this frame.
    case clip(Frame)
    case end
    case endClip
    case surface(Surface, Frame)
    case bar(Bar)
    /// The name of a screen without a bar, which is its id without a title; or a large title.
    case heading(String, isMade: Bool, isLarge: Bool, Frame)
    case row(Row)
    case button(Button)
    /// How many rows and buttons have no room.
    case more(Int, Frame)
    /// Lines in place of a screen's content.
    case lines(Frame)
    /// A placeholder's title.
    case message(String, Frame)
    case tabBar(TabBar)
    /// The titles of pages, all equally wide.
    case titles(Frame, [Tab])
    /// The marker of the page on display, below the titles.
    case indicator(Frame)
    /// The upper edge of a sheet, which a swipe down dismisses, with its grabber where it has several detents.
    case edge(Frame, Tap, grabber: Tap?)
  }

  /// A background, which hides the elements below it.
  enum Surface: Hashable, Sendable {
    /// A column, with a line at its inner edge.
    case column(Column, line: HorizontalEdge?)
    /// A floating sidebar, with room around it.
    case panel
    /// A column over the secondary.
    case overlay
    /// Below two columns over the secondary.
    case ground
    /// A page being swiped away.
    case page
    case sheet
    /// Without an arrow, as its source is unknown.
    case popover
    /// The whole window, or the presenter's area.
    case cover
    /// The whole window, translucent.
    case veil
    /// A dimmed area, and the action of a tap on it.
    case dim(Tap?)
    /// The area around a popover, which is not dimmed.
    case clear(Tap?)

    /// Whether this is a column beside the others, possibly beyond the window.
    var isColumn: Bool {
      switch self {
      case .column, .panel: true
      case .overlay, .ground, .page, .sheet, .popover, .cover, .veil, .dim, .clear: false
      }
    }
  }

  struct Row: Sendable {
    var frame: Frame
    /// Nil for a row drawn as lines.
    var title: String?
    var subtitle: String?
    /// The name of its image.
    var image: String?
    var isSelected: Bool
    /// What it opens lacks a condition, or a screen refuses.
    var isDimmed: Bool
    /// A line separates it from the row above.
    var hasLine: Bool
    var tap: Tap?
  }

  /// A button below the rows of a list, or below lines.
  struct Button: Sendable {
    var frame: Frame
    var title: String
    var isDimmed: Bool
    var tap: Tap?
  }

  /// An item of a tab bar, or the title of a page.
  struct Tab: Sendable {
    var title: String
    var badge: String? = nil
    var icon: String? = nil
    var isSelected: Bool
    var tap: Tap? = nil
  }

  /// The lengths of a text's lines as shares of the room; 0 between two paragraphs.
  private static let paragraph = [0.42, 0, 0.94, 1, 0.97, 0.61, 0, 0.98, 0.92, 1, 0.95, 0.38]
  /// The widest readable text, in units.
  private static let readable = 620.0

  /// What stands in place of rows and buttons without room.
  static func more(_ count: Int) -> String { "and \(count) more" }

  /// The height of all lines, in units.
  static let linesHeight = 30 + Double(paragraph.count) * Measure.line

  /// The lines drawn in place of a screen's content; y is the middle of a line.
  static func lines(in frame: Frame, unit: Double) -> [(x: Double, y: Double, length: Double)] {
    let margin = min(unit * 24, frame.width / 8)
    let room = min(frame.width - margin * 2, readable * unit)
    var lines: [(x: Double, y: Double, length: Double)] = []
    for (index, share) in paragraph.enumerated() {
      let y = frame.y + unit * (30 + Double(index) * Measure.line)
      guard y + unit * 16 <= frame.maxY else { break }
      if share > 0 { lines.append((frame.x + margin, y, room * share)) }
    }
    return lines
  }

  /// The hidden controllers of one place.
  struct Card: Sendable {
    struct Line: Sendable {
      var id: ControllerID
      var kind: Controller.Kind
      var title: String?
      /// The number of the card's controllers that contain it.
      var depth: Int
    }

    /// The name of the place.
    var heading: String
    var lines: [Line] = []
  }

  /// The frames of the cards: columns beside the window, each about as high.
  func cardFrames() -> [Frame] {
    let gap = unit * 14
    let limit = max(window.height, unit * 420)
    var (x, y) = ((outside.map(\.maxX) + [window.maxX]).reduce(window.maxX, max) + unit * 28, window.y)
    return cards.map { card in
      let height = unit * (Measure.cardHeading + Double(card.lines.count) * Measure.cardLine + 10)
      if y > window.y, y + height > limit { (x, y) = (x + unit * Measure.cardWidth + gap, window.y) }
      defer { y += height + gap }
      return Frame(x: x, y: y, width: unit * Measure.cardWidth, height: height)
    }
  }
}

/// Sizes in multiples of a scene's unit.
enum Measure {
  /// The height of a text line, and of a line in a terminal: bars and rows take two.
  static let line = 26.0
  static let bar = 52.0
  static let tabBar = 52.0
  /// The heights of a capsule with symbols above titles, and of one with titles in a line.
  static let capsule = 58.0
  static let lowCapsule = 44.0
  static let largeTitle = 52.0
  static let titles = 48.0
  static let row = 52.0
  static let margin = 18.0
  static let cardWidth = 220.0
  static let cardHeading = 34.0
  static let cardLine = 24.0
  static let panelInset = 8.0
  /// Between a bar and the popover below it.
  static let popoverGap = 12.0
  static let indicator = 3.0
  /// Points of a window's mean side for one unit of a smaller picture, and of text.
  private static let meanSide = 750.0
  private static let units = 1.0...1.6

  /// A bar's title has UIKit's 17 points at the scale 1. A smaller scale enlarges it, as far as the window has room.
  static func unit(of window: Size, for medium: Medium, scale: Double) -> Double {
    let roomy = min(max((window.width + window.height) / 2 / meanSide, units.lowerBound), units.upperBound)
    switch medium {
    case .svg: return min(roomy, max(1, 1 / scale))
    case .text: return roomy
    }
  }
}

/// The output that a scene is made for.
enum Medium: Hashable, Sendable {
  case svg
  /// Without the device's own parts, which would take lines from the content.
  case text
}

/// The look of a system's bars and panels.
enum Look: Hashable, Sendable {
  /// iOS 26 and later: bars without background or line, floating controls in capsules, and round panels.
  case glass
  /// iOS 14 to 18: bars from edge to edge, with a line.
  case bars

  init(_ system: SystemVersion) {
    switch system {
    case .iOS26, .iOS27: self = .glass
    case .iOS14: self = .bars
    }
  }

  /// The corner radius of a window that does not fill the screen, in units.
  var windowCorner: Double {
    switch self {
    case .glass: 24
    case .bars: 12
    }
  }

  /// The corner radius of a sheet or a popover, in units.
  var sheetCorner: Double {
    switch self {
    case .glass: 34
    case .bars: 12
    }
  }
}

/// A rectangle in points; x and y count from the window's top left corner, and width and height are never negative.
struct Frame: Hashable, Sendable {
  var x: Double
  var y: Double
  private(set) var width: Double
  private(set) var height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  var maxX: Double { x + width }
  var maxY: Double { y + height }
  var midX: Double { x + width / 2 }
  var midY: Double { y + height / 2 }

  /// The frame reduced by an amount at each edge.
  func inset(left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0) -> Frame {
    Frame(x: x + left, y: y + top, width: width - left - right, height: height - top - bottom)
  }

  func inset(by insets: Insets) -> Frame {
    inset(left: insets.left, top: insets.top, right: insets.right, bottom: insets.bottom)
  }

  func inset(by amount: Double) -> Frame { inset(left: amount, top: amount, right: amount, bottom: amount) }

  func moved(x offset: Double) -> Frame { Frame(x: x + offset, y: y, width: width, height: height) }

  /// The top part, and the rest below it.
  func cut(top: Double) -> (top: Frame, rest: Frame) {
    let part = min(top, height)
    return (Frame(x: x, y: y, width: width, height: part), inset(top: part))
  }

  /// The rest, and the bottom part below it.
  func cut(bottom: Double) -> (rest: Frame, bottom: Frame) {
    let part = min(bottom, height)
    return (inset(bottom: part), Frame(x: x, y: maxY - part, width: width, height: part))
  }

  func union(_ other: Frame) -> Frame {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Frame(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
