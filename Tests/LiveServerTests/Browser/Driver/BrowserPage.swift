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
