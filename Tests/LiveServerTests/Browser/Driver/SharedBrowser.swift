import Dispatch
import Testing

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
