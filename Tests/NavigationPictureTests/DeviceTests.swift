import Navigation
import Testing

@testable import NavigationPicture

/// The parts that a device draws over a full-screen window.
@Suite struct DeviceTests {
  @Test func `each device of the catalogue has one row`() {
    let named = DeviceShape.rows.flatMap(\.devices)
    #expect(named.sorted() == Device.all.map(\.name).sorted())
  }

  @Test(arguments: Device.all) func `a screen with a home indicator has round corners`(_ device: Device) throws {
    let shape = try #require(DeviceShape(device))
    #expect((shape.corner > 0) == shape.hasHomeIndicator)
    #expect(device.model.idiom == .phone || shape.cutout == .none)
    #expect((shape.statusBar == 20) == !shape.hasHomeIndicator)
  }

  struct Row: Sendable {
    var environment: String
    var corner: Double
    /// The parts present: `status`, `cutout` and `home`.
    var parts: Set<String>
  }

  static let rows: [Row] = [
    Row(environment: #"{"device": "iPhone 17 Pro"}"#, corner: 62, parts: ["status", "cutout", "home"]),
    Row(environment: #"{"device": "iPhone 14"}"#, corner: 47.3, parts: ["status", "cutout", "home"]),
    Row(environment: #"{"device": "iPhone 14", "orientation": "landscape"}"#, corner: 47.3, parts: ["cutout", "home"]),
    Row(environment: #"{"device": "iPhone SE (3rd generation)"}"#, corner: 0, parts: ["status"]),
    Row(environment: #"{"device": "iPhone SE (3rd generation)", "orientation": "landscape"}"#, corner: 0, parts: []),
    Row(environment: #"{"device": "iPad Pro 11-inch (M4)"}"#, corner: 30, parts: ["status", "home"]),
    Row(environment: #"{"device": "iPad (9th generation)"}"#, corner: 0, parts: ["status"]),
    // A window on a part of the screen has the system's corners.
    Row(environment: #"{"device": "iPad (9th generation)", "multitasking": "slideOver"}"#, corner: 24, parts: []),
    Row(
      environment: #"{"device": "iPad (9th generation)", "multitasking": "slideOver", "system": "iOS14"}"#, corner: 12,
      parts: []),
    Row(environment: #"{"width": 500, "height": 700}"#, corner: 24, parts: []),
  ]

  @Test(arguments: rows.indices) func `a screen has the parts of its device`(_ index: Int) throws {
    let row = Self.rows[index]
    let elements = try XMLElements(Pictured("", .messenger, row.environment).picture().svg()).elements
    let window = try #require(elements.first { $0.classes.contains("window") })
    #expect((window.attributes["rx"].flatMap(Double.init) ?? 0) == row.corner)
    let found = ["status", "cutout", "home"].filter { name in elements.contains { $0.classes.contains { $0 == name } } }
    #expect(Set(found) == row.parts)
  }

  static let tapped = [
    #"{"device": "iPhone 17 Pro"}"#, #"{"device": "iPhone 17 Pro", "orientation": "landscape"}"#,
    #"{"device": "iPhone X"}"#,
  ]

  @Test(arguments: tapped) func `no element to tap is below the cutout or the status bar`(_ environment: String) throws
  {
    for arrangement in [Pictured.Arrangement.home, .messenger, .mail, .sixTabs] {
      let elements = try XMLElements(Pictured("", arrangement, environment).picture().svg()).elements
      let cutout = try #require(
        DeviceScreen(Pictured("", arrangement, environment).session().environment, unit: 1)?.cutout)
      for element in elements where element.classes.contains("hit") {
        let hit = PictureChecks.frame(element)
        let isCovered = hit.x < cutout.maxX && cutout.x < hit.maxX && hit.y < cutout.maxY && cutout.y < hit.maxY
        #expect(!isCovered, "\(hit) \(cutout)")
      }
    }
  }
}
