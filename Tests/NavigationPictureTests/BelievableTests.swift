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

  @Test func `D-181: a popover is below the bar of its presenter, and its arrow within its edge`() throws {
    for environment in ["{}", #"{"orientation": "portrait"}"#, #"{"width": 700, "height": 300}"#] {
      let scene = try Self.scene(Pictured("", .stack, environment, [Self.present("popover")]))
      let popover = try #require(
        scene.elements.compactMap { element -> (arrow: Double, frame: Frame)? in
          if case .surface(.popover(let arrow), let frame) = element { (arrow, frame) } else { nil }
        }.first)
      #expect(popover.arrow > popover.frame.midX && popover.arrow < popover.frame.maxX)
      #expect(popover.frame.maxX <= scene.window.maxX && popover.frame.maxY <= scene.window.maxY)
      let bar = scene.elements.compactMap { if case .bar(let bar) = $0 { bar.frame } else { nil } }.first
      #expect(popover.frame.y >= (try #require(bar)).maxY)
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

  @Test(arguments: [1, 0.7, 0.5, 0.25]) func `D-181: a title is cut only where 17 points do not fit`(_ scale: Double)
    throws
  {
    let picture = try Pictured("", .mail, #"{"device": "iPad Pro 13-inch (M4)"}"#).picture()
    #expect(String(decoding: picture.svg(scale: scale), as: UTF8.self).contains(">Mailboxes</text>"))
  }

  @Test func `D-181: no dimmed content shows between two columns over the secondary`() throws {
    let over = #"{"type": "setDisplayMode", "mode": "twoOverSecondary"}"#
    let scene = try Self.scene(Pictured("", .mail, #"{"orientation": "portrait"}"#, [over]))
    let grounds = scene.elements.compactMap { element -> Frame? in
      guard case .surface(let surface, let frame) = element, [.overlay, .panel].contains(surface) else { return nil }
      return frame
    }
    #expect(grounds.count == 2 && grounds[0].x <= grounds[1].x && grounds[0].maxX > grounds[1].maxX, "\(grounds)")
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
