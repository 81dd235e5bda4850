import Foundation
import Navigation
import Testing

/// A page in its own window, without data of other tests; `close` ends it.
///
/// Elements are named by CSS selectors. No function waits for a fixed time: `wait` waits for a condition, and fails if
/// it does not come true.
struct BrowserPage: Sendable {
  /// The window's size in CSS pixels, and the number of screen pixels per CSS pixel.
  struct Size: Sendable {
    var width: Int
    var height: Int
    var scale = 1

    static let desktop = Size(width: 1440, height: 900)
    static let tablet = Size(width: 1024, height: 768)
    static let phone = Size(width: 375, height: 812)
    static let smallPhone = Size(width: 320, height: 568)
  }

  /// A condition that did not come true, with the state of the page.
  struct NeverHappened: Error, CustomStringConvertible {
    var description: String
  }

  let driver: WebDriver
  private let others: String

  /// Opens a window and switches to it.
  init(_ driver: WebDriver, _ size: Size = .desktop, isDark: Bool = false) async throws {
    self.driver = driver
    others = try await driver.get("/window").string()
    var answer = try await driver.post("/window/new", #"{"type": "tab"}"#).object()
    try await driver.post("/window", #"{"handle": \#(answer.require("handle").string().quoted)}"#)
    try await resize(to: size)
    try await setDark(isDark)
    // Discards the complaints of earlier windows.
    _ = try await complaints()
  }

  func close() async throws {
    try await driver.delete("/window")
    try await driver.post("/window", #"{"handle": \#(others.quoted)}"#)
  }

  /// Opens an address and waits until it is loaded.
  func open(_ url: String) async throws { try await driver.post("/url", #"{"url": \#(url.quoted)}"#) }

  func reload() async throws { try await driver.post("/refresh") }

  func resize(to size: Size) async throws {
    try await inspect(
      "Emulation.setDeviceMetricsOverride",
      #"{"width": \#(size.width), "height": \#(size.height), "deviceScaleFactor": \#(size.scale), "mobile": false}"#)
  }

  func setDark(_ isDark: Bool) async throws {
    let scheme = isDark ? "dark" : "light"
    try await inspect(
      "Emulation.setEmulatedMedia", #"{"features": [{"name": "prefers-color-scheme", "value": "\#(scheme)"}]}"#)
  }

  /// A command of Chrome's DevTools Protocol.
  @discardableResult func inspect(_ command: String, _ parameters: String = "{}") async throws -> JSONValue {
    try await driver.post("/goog/cdp/execute", #"{"cmd": \#(command.quoted), "params": \#(parameters)}"#)
  }

  /// The window as PNG.
  func screenshot() async throws -> Data {
    try #require(Data(base64Encoded: try await driver.get("/screenshot").string()))
  }

  /// The console's errors and warnings since the last call, including failed requests.
  func complaints() async throws -> [String] {
    try await driver.post("/se/log", #"{"type": "browser"}"#).elements.compactMap { element in
      var entry = try element.object()
      guard ["SEVERE", "WARNING"].contains(try entry.string("level")) else { return nil }
      return try entry.string("message")
    }
  }
}

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

/// Values and conditions of a page, read by scripts.
extension BrowserPage {
  /// The value of an expression; `arguments` are strings.
  func value(_ expression: String, _ arguments: [String] = []) async throws -> JSONValue {
    try await run("return (\(expression));", arguments)
  }

  func text(_ expression: String) async throws -> String { try await value(expression).string() }
  func number(_ expression: String) async throws -> Double { try await value(expression).double() }
  func holds(_ expression: String) async throws -> Bool { try await value("!!(\(expression))").bool() }
  func texts(_ expression: String) async throws -> [String] {
    try await value("Array.from(\(expression))").elements.map { try $0.string() }
  }

  /// The result of a script in the folder `Scripts`.
  func run(file name: String, _ arguments: [String] = []) async throws -> JSONValue {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Scripts/\(name).js")
    return try await run(String(contentsOf: file, encoding: .utf8), arguments)
  }

  /// The result of a function with this body.
  @discardableResult func run(_ script: String, _ arguments: [String] = []) async throws -> JSONValue {
    try await driver.post("/execute/sync", Self.call(Self.names + script, arguments))
  }

  /// Waits until an expression is true. It is evaluated at once, after every change of the document, and at intervals.
  func wait(until expression: String) async throws {
    let script = """
      const done = arguments[0], start = performance.now();
      let last = "";
      const holds = () => { try { return \(expression) } catch (error) { last = String(error); return false } };
      const look = () => {
        const isTrue = holds();
        if (!isTrue && performance.now() - start < 30000) return;
        observer.disconnect();
        clearInterval(timer);
        done(isTrue ? null : last + " " + (document.querySelector("#problem")?.textContent ?? document.body?.innerText ?? ""));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
      const timer = setInterval(look, 25);
      look();
      """
    let answer = try await driver.post("/execute/async", Self.call(Self.names + script, []))
    if !answer.isNull { throw NeverHappened(description: "\(expression): \(try answer.string())") }
  }

  /// Short names for all scripts.
  private static let names = """
    const $ = selector => document.querySelector(selector), $$ = selector => Array.from(document.querySelectorAll(selector));

    """

  /// Waits until the page has laid itself out, ended its animations and painted.
  func settle() async throws {
    try await run(
      """
      const frame = () => new Promise(done => requestAnimationFrame(done));
      return frame().then(() => Promise.allSettled(document.getAnimations().map(animation => animation.finished))).then(frame).then(() => null);
      """)
  }

  private static func call(_ script: String, _ arguments: [String]) -> String {
    #"{"script": \#(script.quoted), "args": [\#(arguments.map(\.quoted).joined(separator: ", "))]}"#
  }
}

/// The accessibility tree of a page.
extension BrowserPage {
  /// A node of the accessibility tree.
  struct Spoken: Sendable, Hashable {
    var role: String
    var name: String
    var isFocusable: Bool
  }

  /// The tree, without ignored nodes.
  func spoken() async throws -> [Spoken] {
    var answer = try await inspect("Accessibility.getFullAXTree").object()
    return try answer.require("nodes").elements.compactMap { element in
      var node = try element.object()
      if try node.bool("ignored") == true { return nil }
      let isFocusable = try node.optional("properties")?.elements.contains { property in
        var property = try property.object()
        guard try property.string("name") == "focusable", var value = try property.object("value") else {
          return false
        }
        return try value.bool("value") == true
      }
      return Spoken(
        role: try Self.word(node.object("role")), name: try Self.word(node.object("name")),
        isFocusable: isFocusable ?? false)
    }
  }

  private static func word(_ value: JSONObjectReader?) throws -> String {
    guard var value, let word = value.optional("value"), word.kind == .string else { return "" }
    return try word.string()
  }
}
