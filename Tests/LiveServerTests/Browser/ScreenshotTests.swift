import Foundation
import Navigation
import NavigationClient
import Testing

extension BrowserTests {
  /// Screenshots for review, in the folder `NAVIGATION_SCREENSHOTS`.
  @Suite(.enabled(if: folder != nil, "NAVIGATION_SCREENSHOTS names no folder")) struct ScreenshotTests {}

  static let folder = ProcessInfo.processInfo.environment["NAVIGATION_SCREENSHOTS"].map { URL(filePath: $0) }
}

extension BrowserTests.ScreenshotTests {
  @Test(arguments: [
    ("inspector", BrowserPage.Size.desktop, false), ("inspector-dark", .desktop, true),
    ("inspector-phone", BrowserPage.Size(width: 375, height: 812, scale: 2), false),
  ]) func `the demo's messenger`(name: String, size: BrowserPage.Size, isDark: Bool) async throws {
    let server = try await LiveServer(verb: "demo")
    let messenger = try #require(try await server.client.allSessions().first { $0.client == "messenger" })
    try await BrowserTests.page(size, isDark: isDark) { page in
      let inspector = Inspector(server: server, page: page)
      try await inspector.open(messenger.id)
      try await page.tap(Inspector.tap("selectRow", "grace"))
      try await inspector.see(messenger.revision + 1)
      try await page.wait(until: "$$('#callbacks li.did').length > 1")
      try await page.run("scrollTo(0, 0)")
      try await page.settle()
      let folder = try #require(BrowserTests.folder)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await page.screenshot().write(to: folder.appending(path: name + ".png"))
      #expect(try await page.complaints() == [])
    }
    _ = await server.stop()
  }
}
