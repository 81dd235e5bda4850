import Foundation
import Navigation

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
