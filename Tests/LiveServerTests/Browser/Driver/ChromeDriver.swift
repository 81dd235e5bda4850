import FoundationEssentials
import Glibc
import Navigation
import Testing

/// A chromedriver on a free port, with one browser. `end` ends both, and their files are removed.
final class ChromeDriver: Sendable {
  /// The paths of Debian's packages.
  static let (chromium, program) = ("/usr/bin/chromium", "/usr/bin/chromedriver")
  static let isInstalled = [chromium, program].allSatisfy { (path: String) in access(path, X_OK) == 0 }
  /// The reason to skip the suites without them.
  static let absence: Comment = "the browser's tests need Debian's packages chromium and chromium-driver"
  /// Whether their absence is a failure instead.
  static let isRequired = ProcessInfo.processInfo.environment["NAVIGATION_BROWSER"] == "required"

  private let folder: TemporaryDirectory
  private let child: Child
  private let browser: pid_t
  let driver: WebDriver

  init() async throws {
    try #require(Self.isInstalled, Self.absence)
    let folder = try TemporaryDirectory()
    let child = try Child(Self.program, ["--port=0", "--log-level=WARNING", "--log-path=\(folder.path)/log"])
    var port: UInt16?
    while port == nil {
      let line = try await child.line()
      try #require(!line.isEmpty, "chromedriver says no port")
      port = line.firstMatch(of: /successfully on port (\d+)/).flatMap { UInt16($0.1) }
    }
    let url = "http://127.0.0.1:\(port ?? 0)"
    let door = try WebDriver(url: url)
    defer { door.close() }
    var answer = try await door.post("/session", Self.capabilities(profile: folder.path + "/profile")).object()
    var capabilities = try answer.require("capabilities").object()
    browser = pid_t(try capabilities.require("goog:processID").int())
    driver = try WebDriver(url: url + "/session/" + answer.require("sessionId").string())
    (self.folder, self.child) = (folder, child)
  }

  /// Ends the browser and its driver, by force if necessary.
  func end() async {
    do { try await driver.delete("") } catch { kill(browser, SIGKILL) }
    driver.close()
    child.signal(SIGTERM)
    _ = await child.ended()
  }

  /// Without a proxy and without names other than loopback's: a request to another host is an error in the console.
  private static func capabilities(profile: String) -> String {
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server", "--lang=en-US",
      "--force-color-profile=srgb", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--user-data-dir=\(profile)",
    ]
    return """
      {"capabilities": {"alwaysMatch": {
        "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"}, "timeouts": {"script": 60000, "pageLoad": 60000},
        "goog:chromeOptions": {"binary": \(chromium.quoted), "args": [\(arguments.map(\.quoted).joined(separator: ", "))]}}}}
      """
  }
}
