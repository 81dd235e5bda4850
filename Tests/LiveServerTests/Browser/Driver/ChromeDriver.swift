import Dispatch
import FoundationEssentials
import Glibc
import Navigation
import Testing

@testable import NavigationClient

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

/// Commands of W3C WebDriver over libcurl: https://www.w3.org/TR/webdriver2/.
final class WebDriver: Sendable {
  /// A failed command, with the error's code (WebDriver §6.6) and the driver's message.
  struct Refusal: Error, CustomStringConvertible {
    var command: String
    var code: String
    var message: String

    var description: String { "\(command): \(code): \(message)" }
  }

  private let transport: CurlTransport
  private let url: String

  init(url: String) throws {
    self.url = url
    var limits = TransportLimits()
    // Longer than the driver's own deadlines, so that the driver reports the unmet condition.
    limits.requestTimeout = .seconds(300)
    transport = try CurlTransport(limits: limits)
  }

  func close() { transport.close() }

  func get(_ path: String) async throws -> JSONValue { try await send(.get, path, nil) }

  func delete(_ path: String) async throws { _ = try await send(.delete, path, nil) }

  @discardableResult func post(_ path: String, _ body: String = "{}") async throws -> JSONValue {
    try await send(.post, path, body)
  }

  private func send(_ method: Navigation.Operation.Method, _ path: String, _ body: String?) async throws -> JSONValue {
    let request = TransportRequest(
      method, url + path, fields: ["Content-Type: application/json"], body: Array((body ?? "").utf8))
    let response = try await transport.send(request)
    var answer = try JSONDocument(response.body, unknownMembers: .skip).root.object()
    let value = try answer.require("value")
    guard response.status == 200 else {
      var problem = try value.object()
      throw Refusal(
        command: "\(method.rawValue) \(path)", code: try problem.string("error") ?? "",
        message: (try problem.string("message") ?? "") + "\n" + (body ?? ""))
    }
    return value
  }
}

extension String {
  /// The JSON string of the text, which is also one of JavaScript.
  var quoted: String {
    var writer = JSONWriter()
    writer.string(self)
    return writer.text
  }
}

/// The suites that share one browser, which their tests use one after the other.
@Suite(
  .serialized, .sharedBrowser,
  .enabled(if: ChromeDriver.isInstalled || ChromeDriver.isRequired, ChromeDriver.absence)
) struct BrowserTests {}

/// Likewise with a browser of their own, which works beside the others: what is seen, read and reached by the keyboard.
@Suite(
  .serialized, .sharedBrowser,
  .enabled(if: ChromeDriver.isInstalled || ChromeDriver.isRequired, ChromeDriver.absence)
) struct BrowserLookTests {}

/// And what has happened before: the history, its list, the past, and exports.
@Suite(
  .serialized, .sharedBrowser,
  .enabled(if: ChromeDriver.isInstalled || ChromeDriver.isRequired, ChromeDriver.absence)
) struct BrowserPastTests {}

struct SharedBrowser: SuiteTrait, TestScoping {
  @TaskLocal static var chrome: ChromeDriver?

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let chrome = try await ChromeDriver()
    do {
      try await Self.$chrome.withValue(chrome) {
        try await withTaskExecutorPreference(BrowserThreads.shared) { try await function() }
      }
    } catch {
      await chrome.end()
      throw error
    }
    await chrome.end()
  }
}

/// Threads of their own: these tests take turns and wait for a browser, and would wait for a thread behind the walks of all
/// other tests each time. The whole run would last as long as they do.
private final class BrowserThreads: TaskExecutor {
  static let shared = BrowserThreads()

  private let queue = DispatchQueue(label: "browser", qos: .userInitiated, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Trait where Self == SharedBrowser {
  static var sharedBrowser: SharedBrowser { SharedBrowser() }
}

extension BrowserTests {
  /// Opens a page for `body`, and closes it afterwards, also after an error.
  static func page(
    _ size: BrowserPage.Size = .desktop, isDark: Bool = false, _ body: (BrowserPage) async throws -> Void
  ) async throws {
    let chrome = try #require(SharedBrowser.chrome)
    let page = try await BrowserPage(chrome.driver, size, isDark: isDark)
    do { try await body(page) } catch {
      try? await page.close()
      throw error
    }
    try await page.close()
  }
}
