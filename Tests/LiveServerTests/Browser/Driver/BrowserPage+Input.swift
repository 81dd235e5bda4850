import Navigation
import Testing

/// Input to a page. Every press is at a point where the element is on top, as with a finger.
extension BrowserPage {
  /// A point of the window in CSS pixels.
  struct Point: Sendable {
    var x: Double
    var y: Double
  }

  /// The keys without a character (WebDriver §17.4.2).
  enum Key: String, Sendable {
    case tab = "\u{E004}"
    case enter = "\u{E007}"
    case shift = "\u{E008}"
    case escape = "\u{E00C}"
    case space = " "
    case pageUp = "\u{E00E}"
    case pageDown = "\u{E00F}"
    case end = "\u{E010}"
    case home = "\u{E011}"
    case left = "\u{E012}"
    case up = "\u{E013}"
    case right = "\u{E014}"
    case down = "\u{E015}"
  }

  /// A point of the element, scrolled into view, at which no other element covers it.
  func point(of selector: String) async throws -> Point {
    let value = try await run(file: "point", [selector])
    try #require(!value.isNull, "\(selector) is nowhere to be pressed")
    let numbers = try value.elements.map { try $0.double() }
    return Point(x: numbers[0], y: numbers[1])
  }

  /// Waits for the element, and presses it.
  func tap(_ selector: String) async throws {
    try await wait(until: "document.querySelector(\(selector.quoted))")
    let point = try await point(of: selector)
    try await perform(at: point, #"{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}"#)
  }

  /// Presses the element, moves by `x` and `y` pixels in steps, and releases it.
  func drag(_ selector: String, byX x: Int, y: Int = 0, steps: Int = 8) async throws {
    let start = try await point(of: selector)
    let moves = (1...steps).map {
      Self.move(to: Point(x: start.x + Double(x * $0 / steps), y: start.y + Double(y * $0 / steps)))
    }
    try await perform(
      at:
        start,
      (#"{"type": "pointerDown", "button": 0}"#) + ", " + moves.joined(separator: ", ")
        + #", {"type": "pointerUp", "button": 0}"#)
  }

  private func perform(at start: Point, _ actions: String) async throws {
    try await driver.post("/actions", Self.pointer(Self.move(to: start) + ", " + actions))
  }

  private static func pointer(_ actions: String) -> String {
    #"{"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [\#(actions)]}]}"#
  }

  private static func move(to point: Point) -> String {
    #"{"type": "pointerMove", "duration": 10, "origin": "viewport", "x": \#(Int(point.x)), "y": \#(Int(point.y))}"#
  }

  /// Presses keys one after the other, with `held` down throughout.
  func press(_ keys: Key..., held: Key? = nil) async throws {
    let strokes = keys.flatMap { [Self.key("keyDown", $0), Self.key("keyUp", $0)] }
    let all = (held.map { [Self.key("keyDown", $0)] } ?? []) + strokes + (held.map { [Self.key("keyUp", $0)] } ?? [])
    try await driver.post(
      "/actions", #"{"actions": [{"type": "key", "id": "keys", "actions": [\#(all.joined(separator: ", "))]}]}"#)
  }

  private static func key(_ action: String, _ key: Key) -> String {
    #"{"type": "\#(action)", "value": \#(key.rawValue.quoted)}"#
  }

  /// Types into an element.
  func type(_ text: String, into selector: String) async throws {
    try await driver.post("/element/\(await element(selector))/value", #"{"text": \#(text.quoted)}"#)
  }

  /// Chooses the option of a `select` with this value, with the same events as a user.
  func choose(_ option: String, in selector: String) async throws {
    let place = try await point(of: selector)
    try await driver.post("/actions", Self.pointer(Self.move(to: place)))
    let wanted = "\(selector) option[value=\(option.quoted)]:not(:disabled)"
    try await wait(until: "document.querySelector(\(wanted.quoted))")
    try await driver.post("/element/\(await element(wanted))/click")
  }

  /// The driver's reference to an element.
  private func element(_ selector: String) async throws -> String {
    let found = try await driver.post("/element", #"{"using": "css selector", "value": \#(selector.quoted)}"#)
    var reference = try found.object()
    return try reference.require("element-6066-11e4-a52e-4f735466cecf").string()
  }
}
