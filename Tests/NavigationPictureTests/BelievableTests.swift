import Navigation
import Testing

@testable import NavigationPicture

/// What an iOS engineer compares with a device (PR-3, D-181).
@Suite struct BelievableTests {
  private static func scene(_ pictured: Pictured, scale: Double = 1) throws -> Scene {
    Scene(of: try pictured.session(), showsHidden: false, for: .svg, scale: scale)
  }

  private static func present(_ style: String, from: String = "list") -> String {
    #"{"type": "present", "screen": {"id": "x", "route": "x"}, "style": "\#(style)", "from": "\#(from)"}"#
  }

  private static let (low, wideLow) = (
    #"{"device": "iPhone 17 Pro", "orientation": "landscape"}"#,
    #"{"device": "iPhone 17 Pro Max", "orientation": "landscape"}"#
  )

  /// The surfaces that a presentation adds, and whether a swipe down dismisses it.
  static let presentations: [(environment: String, style: String, surfaces: [String], isSwiped: Bool)] = [
    (#"{"device": "iPhone 17 Pro"}"#, "pageSheet", ["dim", "sheet"], true),
    (low, "pageSheet", ["cover"], false),
    (low, "formSheet", ["cover"], false),
    (low, "popover", ["cover"], false),
    (wideLow, "automatic", ["cover"], false),
    (wideLow, "formSheet", ["cover"], false),
    (wideLow, "popover", ["cover"], false),
    (low, "overCurrentContext", ["veil"], false),
    (low, "fullScreen", ["cover"], false),
    ("{}", "formSheet", ["dim", "sheet"], true),
    ("{}", "popover", ["clear", "popover"], false),
  ]

  @Test(arguments: presentations.indices)
  func `PR-3: a sheet is full screen at compact height, and a popover dims nothing`(_ index: Int) throws {
    let row = Self.presentations[index]
    let scene = try Self.scene(Pictured("", .stack, row.environment, [Self.present(row.style)]))
    let surfaces = scene.elements.compactMap { element -> String? in
      if case .surface(let surface, _) = element {
        "\(surface)".split(separator: "(").first.map(String.init)
      } else {
        nil
      }
    }
    #expect(surfaces == row.surfaces)
    #expect(scene.elements.contains { if case .edge = $0 { true } else { false } } == row.isSwiped)
  }

  @Test func `D-181: a popover is below the bar of its presenter, at its end, without an arrow`() throws {
    for environment in ["{}", #"{"orientation": "portrait"}"#, #"{"width": 700, "height": 300}"#] {
      let scene = try Self.scene(Pictured("", .stack, environment, [Self.present("popover")]))
      let popover = try #require(
        scene.elements.compactMap { if case .surface(.popover, let frame) = $0 { frame } else { nil } }.first)
      #expect(popover.midX > scene.window.midX && popover.maxX <= scene.window.maxX)
      #expect(popover.maxY <= scene.window.maxY)
      let bar = scene.elements.compactMap { if case .bar(let bar) = $0 { bar.frame } else { nil } }.first
      #expect(popover.y >= (try #require(bar)).maxY)
    }
  }

  /// The size of a bar's title in points of the window, by scale.
  static let sizes: [(environment: String, scale: Double, points: Double)] = [
    ("{}", 1, 17), (#"{"device": "iPad Pro 13-inch (M4)"}"#, 1, 17), (#"{"device": "iPad Pro 13-inch (M4)"}"#, 2, 17),
    (#"{"device": "iPad Pro 13-inch (M4)"}"#, 0.8, 21.25), (#"{"device": "iPad Pro 13-inch (M4)"}"#, 0.25, 27.2),
    (#"{"device": "iPhone 17 Pro"}"#, 0.25, 17),
  ]

  @Test(arguments: sizes.indices) func `D-181: a title has 17 points, and more only in a smaller picture`(_ index: Int)
    throws
  {
    let row = Self.sizes[index]
    #expect(abs(try Self.scene(Pictured("", .mail, row.environment), scale: row.scale).unit * 17 - row.points) < 0.05)
  }

  private static let large = #"{"device": "iPad Pro 13-inch (M4)"}"#
  private static let longTitle =
    #"{"type": "updateScreen", "controller": "mailboxes", "title": "Mailboxes of a team of forty-two"}"#
  private static let beside = #"{"type": "setDisplayMode", "mode": "twoBesideSecondary"}"#
  private static let letter = "Re: The Analytical Engine"

  /// The primary's title, and the one font size of all three bars in points.
  static let titles: [(environment: String, scale: Double, step: String, title: String, size: Double)] = [
    (large, 1, beside, "Mailboxes", 17),
    (large, 0.25, beside, "Mailboxes", 21),
    // 17 points do not fit, and 14 do.
    (wideLow, 0.5, beside, "Mailboxes", 15.2),
    (wideLow, 1, beside, "Mailboxes", 15.2),
    // One that fits in no size is cut at 17 points, and makes no other smaller.
    (large, 0.25, longTitle, "Mailboxes…", 17),
  ]

  @Test(arguments: titles.indices) func `D-424: the bars of a window have one size of title`(_ index: Int) throws {
    let row = Self.titles[index]
    let svg = try Pictured("", .mail, row.environment, [row.step]).picture().svg(scale: row.scale)
    let texts = String(decoding: svg, as: UTF8.self)
    for title in [row.title, "Inbox", Self.letter] { #expect(texts.contains(">\(title)</text>"), "\(title)") }
    let unit = Double(try #require(XMLElements(svg).elements[0].attributes["font-size"]))
    let titles = try XMLElements(svg).elements.filter { $0.classes == ["title"] }
    #expect(titles.map { $0.attributes["font-size"].flatMap(Double.init) ?? unit } == [row.size, row.size, row.size])
  }

  @Test(arguments: ["leading", "trailing"])
  func `D-181: no dimmed content shows between two columns over the secondary`(_ edge: String) throws {
    let edges = #"{"type": "setSplit", "primaryEdge": "\#(edge)"}"#
    // The app's own wish overlaps the columns, the user's tap leaves a gap between them (M5).
    for over in [#"{"type": "setDisplayMode", "mode": "twoOverSecondary"}"#, #"{"type": "tapDisplayModeButton"}"#] {
      let scene = try Self.scene(Pictured("", .mail, #"{"orientation": "portrait"}"#, [edges, over]))
      let surfaces = scene.elements.compactMap {
        if case .surface(let surface, let frame) = $0 { (surface, frame) } else { nil }
      }
      let ground = try #require(surfaces.first { $0.0 == .ground }?.1)
      let panel = try #require(surfaces.first { $0.0 == .panel }?.1)
      let isLeading = edge == "leading"
      #expect(surfaces.count { [.overlay, .ground, .panel].contains($0.0) } == 2)
      #expect(isLeading ? ground.x == 0 : ground.maxX == scene.window.maxX)
      #expect(ground.x < panel.x && panel.maxX < ground.maxX && ground.width > panel.width + 200)
      // It is drawn after the secondary has been dimmed.
      let dim = try #require(surfaces.firstIndex { if case .dim = $0.0 { true } else { false } })
      #expect(dim < surfaces.firstIndex { $0.0 == .ground } ?? 0)
    }
  }

  @Test func `D-181: a back button has a text until iOS 18`() throws {
    let show = #"{"type": "push", "screen": {"id": "x", "route": "x", "title": "X"}}"#
    for (system, texts) in [("iOS26", 0), ("iOS14", 1)] {
      let environment = #"{"device": "iPhone 15", "system": "\#(system)"}"#
      let elements = try XMLElements(Pictured("", .listDetail, environment, [show]).picture().svg()).elements
      #expect(
        elements.count { $0.classes.contains("item") } == texts && elements.contains { $0.classes.contains("arrow") })
    }
  }

  static let windows: [(environment: String, hasControls: Bool)] = [
    ("{}", false), (#"{"multitasking": "half"}"#, true), (#"{"multitasking": "slideOver"}"#, true),
    (#"{"multitasking": "half", "system": "iOS14"}"#, false), (#"{"width": 640, "height": 480, "idiom": "pad"}"#, true),
    (#"{"width": 640, "height": 480, "idiom": "phone"}"#, false), (#"{"device": "iPhone 15"}"#, false),
  ]

  @Test(arguments: windows.indices) func `D-181: a window of iPadOS 26 has controls, which cover no text`(_ index: Int)
    throws
  {
    let row = Self.windows[index]
    for arrangement in [Pictured.Arrangement.stack, .listDetail, .untitled, .mail] {
      let pictured = Pictured("", arrangement, row.environment)
      let controls = try Self.scene(pictured).controls
      #expect((controls != nil) == row.hasControls)
      guard let controls else { continue }
      let elements = try XMLElements(pictured.picture().svg()).elements
      #expect(["close", "minimise", "enlarge"].allSatisfy { name in elements.contains { $0.classes.contains(name) } })
      for element in elements where element.classes.contains("title") && element.attributes["text-anchor"] == nil {
        let at = PictureChecks.frame(element)
        #expect(at.y > controls.maxY + 17 || at.x > controls.maxX, "\(at)")
      }
    }
  }
}
