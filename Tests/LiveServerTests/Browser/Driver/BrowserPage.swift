import Foundation
import NavigationJSON
import Testing

/// A page in a window of its own, with nothing kept of another test's; gone with `close`.
///
/// Elements are named by CSS selectors. Nothing here waits for a time: `wait` waits for what a test says, and fails
/// where that does not come.
struct BrowserPage: Sendable {
  /// The window in CSS pixels, and how many of the screen's there are to one.
  struct Size: Sendable {
    var width: Int
    var height: Int
    var scale = 1

    static let desktop = Size(width: 1440, height: 900)
    static let tablet = Size(width: 1024, height: 768)
    static let phone = Size(width: 375, height: 812)
    static let smallPhone = Size(width: 320, height: 568)
  }

  /// A condition that did not come true, with what the page says meanwhile.
  struct NeverHappened: Error, CustomStringConvertible {
    var description: String
  }

  let driver: WebDriver
  private let others: String

  /// Opens a window and goes there.
  init(_ driver: WebDriver, _ size: Size = .desktop, isDark: Bool = false) async throws {
    self.driver = driver
    others = try await driver.get("/window").string()
    var answer = try await driver.post("/window/new", #"{"type": "tab"}"#).object()
    try await driver.post("/window", #"{"handle": \#(answer.require("handle").string().quoted)}"#)
    try await resize(to: size)
    try await setDark(isDark)
    // What the windows before this one left.
    _ = try await complaints()
  }

  func close() async throws {
    try await driver.delete("/window")
    try await driver.post("/window", #"{"handle": \#(others.quoted)}"#)
  }

  /// Goes to an address and waits until it is loaded.
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

  /// What the console got since the last time: errors and warnings, failed requests among them.
  func complaints() async throws -> [String] {
    try await driver.post("/se/log", #"{"type": "browser"}"#).elements.compactMap { element in
      var entry = try element.object()
      guard ["SEVERE", "WARNING"].contains(try entry.string("level")) else { return nil }
      return try entry.string("message")
    }
  }
}
