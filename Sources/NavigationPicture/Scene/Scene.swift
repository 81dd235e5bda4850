import NavigationModel

/// What a picture shows: things with their places in points, in the order in which they are drawn. SVG and text are
/// written from it.
struct Scene: Sendable {
  var window: Frame
  var look: Look
  /// Nil where the window is not the whole screen of a device, and in text.
  var screen: DeviceScreen?
  /// Points that everything is sized by: 1 in a small window.
  var unit: Double
  var elements: [Element]
  /// The band of a bent display; nil where there is none (WN-6).
  var fold: Frame?
  /// What stands below the window.
  var caption: [String]
  /// What is not on display, where that is asked for.
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

  /// One thing on display.
  enum Element: Sendable {
    /// All up to its `end` belongs to a controller.
    case controller(ControllerID, Controller.Kind)
    /// All up to its `endClip` is seen within this frame only.
    case clip(Frame)
    case end
    case endClip
    case surface(Surface, Frame)
    case bar(Bar)
    /// What a screen is called that has no bar, its id where it has no title; or its large title.
    case heading(String, isMade: Bool, isLarge: Bool, Frame)
    case row(Row)
    /// Lines that stand for a screen's content.
    case lines(Frame)
    /// A placeholder's title.
    case message(String, Frame)
    case tabBar(TabBar)
    /// The titles of pages, which are all equally wide.
    case titles(Frame, [Tab])
    /// Below the titles: which page is on display.
    case indicator(Frame)
    case grabber(Frame, Tap?)
  }

  /// A background, which hides what is below it.
  enum Surface: Hashable, Sendable {
    /// A column, with a line at the edge where it ends.
    case column(Column, line: HorizontalEdge?)
    /// A sidebar that floats, with room around it.
    case panel
    /// A column that lies over the secondary.
    case overlay
    /// A page that is being swiped away.
    case page
    case sheet
    case popover
    /// All of the window, or the presenter's area.
    case cover
    /// All of the window, which is seen through it.
    case veil
    /// What dims the things below, and what a tap on it does.
    case dim(Tap?)

    /// It stands beside the others, if not within the window.
    var isColumn: Bool {
      switch self {
      case .column, .panel: true
      case .overlay, .page, .sheet, .popover, .cover, .veil, .dim: false
      }
    }
  }

  /// A row of a list.
  struct Row: Sendable {
    var frame: Frame
    /// Nil where lines stand for it.
    var title: String?
    var subtitle: String?
    /// What its picture shows.
    var image: String?
    var isSelected: Bool
    /// A line parts it from the row above.
    var hasLine: Bool
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
}

extension Scene {
  /// Shares of the room that the lines of a text take; nothing between two paragraphs.
  private static let paragraph = [0.42, 0, 0.94, 1, 0.97, 0.61, 0, 0.98, 0.92, 1, 0.95, 0.38]
  /// The widest text that is easily read, in units.
  private static let readable = 620.0

  /// Where the lines stand that a screen shows in place of its content; y is the middle of a line.
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
}

/// Sizes in multiples of a scene's unit.
enum Measure {
  /// Of text, and of a line in a terminal: bars and rows take two.
  static let line = 26.0
  static let bar = 52.0
  static let tabBar = 52.0
  /// Of a capsule with symbols above titles, and of one with a line of titles.
  static let capsule = 58.0
  static let lowCapsule = 44.0
  static let largeTitle = 46.0
  static let titles = 48.0
  static let row = 52.0
  static let margin = 18.0
  static let cardWidth = 220.0
  static let cardHeading = 34.0
  static let cardLine = 24.0
  static let panelInset = 8.0
  static let indicator = 3.0
  /// Points of a window's mean side for one unit.
  static let meanSide = 750.0
  static let units = 1.0...1.6
}

/// What a scene is made for.
enum Medium: Hashable, Sendable {
  case svg
  /// Without what a device puts over its window, which would take lines from the content.
  case text
}
