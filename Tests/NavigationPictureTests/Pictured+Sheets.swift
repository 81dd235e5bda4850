import Navigation
import Testing

@testable import NavigationPicture

/// Sheets at their detents, over a map that stays usable or is dimmed.
extension Pictured {
  private static let search = #"""
    {"kind": "stack", "id": "search", "children": [{"kind": "screen", "id": "places", "route": "places", "title": "Search",
      "params": {"rows": [{"id": "cafe", "title": "Café", "subtitle": "80 m"}, {"id": "park", "title": "Park"}]}}]}
    """#

  private static func present(_ style: String, _ members: String = "") -> String {
    #"{"type": "present", "controller": \#(search), "style": "\#(style)", "detents": ["medium", "large"]\#(members)}"#
  }

  private static let undimmed = #", "largestUndimmedDetent": "medium""#
  private static let high = #"{"type": "dragSheet", "to": "large"}"#
  private static let (phone, pad) = (#"{"device": "iPhone 16 Pro"}"#, #"{"device": "iPad Pro 11-inch (M4)"}"#)

  static let sheets: [Pictured] = [
    Pictured("half-sheet-phone", .home, phone, [present("pageSheet", undimmed)]),
    Pictured("half-sheet-phone-large", .home, phone, [present("pageSheet", undimmed), high]),
    Pictured(
      "half-sheet-phone-older", .home, #"{"device": "iPhone 16 Pro", "system": "iOS14"}"#, [present("pageSheet")]),
    Pictured(
      "half-sheet-edge", .home, #"{"device": "iPhone 16 Pro", "orientation": "landscape"}"#,
      [present("pageSheet", undimmed + #", "edgeAttached": true"#)]),
    Pictured("half-sheet-pad", .listDetail, pad, [present("pageSheet", undimmed)]),
    Pictured(
      "half-form-sheet-pad", .listDetail, pad, [present("formSheet", undimmed + #", "source": "notes""#)]),
  ]
}

/// PR-14, PR-15, PR-17, PR-18, D-509: where a sheet is drawn.
@Suite struct SheetPictureTests {
  private static func scene(_ name: String) throws -> Scene {
    let pictured = try #require(Pictured.sheets.first { $0.name == name })
    return Scene(of: try pictured.session(), showsHidden: false, for: .svg, scale: 1)
  }

  /// The height of the sheet as a part of the window's, whether the rest is dimmed, and where the grabber leads.
  static let sheets: [(name: String, heights: ClosedRange<Double>, dims: Bool, next: String?)] = [
    ("half-sheet-phone", 0.4...0.5, false, "large"), ("half-sheet-phone-large", 0.8...1, true, "medium"),
    ("half-sheet-phone-older", 0.4...0.5, true, "large"), ("half-sheet-edge", 0.8...1, true, nil),
    ("half-sheet-pad", 0.4...0.5, false, "large"), ("half-form-sheet-pad", 0.3...0.5, false, "large"),
  ]

  @Test(arguments: sheets.indices) func `PR-14 PR-15 PR-18 D-509: a sheet is as high as its detent`(_ index: Int) throws
  {
    let row = Self.sheets[index]
    let scene = try Self.scene(row.name)
    var (sheet, dims, next) = (Frame?.none, false, String?.none)
    for element in scene.elements {
      switch element {
      case .surface(.sheet, let frame): sheet = frame
      case .surface(.dim, _): dims = true
      case .edge(_, _, grabber: .dragSheet(_, let detent)): next = detent
      default: break
      }
    }
    let frame = try #require(sheet)
    #expect(row.heights.contains(frame.height / scene.window.height) && dims == row.dims && next == row.next)
    #expect(frame.maxY <= scene.window.maxY && frame.maxX <= scene.window.maxX && frame.x >= 0)
  }

  @Test func `PR-17 D-508: a form sheet is centred over its source`() throws {
    let scene = try Self.scene("half-form-sheet-pad")
    let frame = scene.elements.compactMap { if case .surface(.sheet, let frame) = $0 { frame } else { nil } }.first
    #expect(try #require(frame).midX < scene.window.midX - 100)
  }

  @Test func `PR-15 D-507: what lies beneath an undimmed sheet has its taps`() throws {
    let taps = try ["half-sheet-phone", "half-sheet-phone-large"].map { name in
      let pictured = try #require(Pictured.sheets.first { $0.name == name })
      return try XMLElements(try pictured.picture().svg()).elements.compactMap { $0.attributes["data-tap"] }
    }
    #expect(taps[0].contains { $0.contains("tapTab") } && !taps[1].contains { $0.contains("tapTab") })
    for (taps, next) in zip(taps, ["large", "medium"]) {
      #expect(taps.contains { $0.contains(#""type":"dragSheet""#) && $0.contains(#""to":"\#(next)""#) })
    }
  }
}
