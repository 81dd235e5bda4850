import Navigation
import Testing

@testable import SessionStorage

/// A state with a word that version 1.0 does not know has record format 2, so that no such server drops it.
@Suite struct RecordFormatTests {
  private static let tabs =
    #""tabs": [{"screen": {"id": "a", "route": "r"}}, {"isHidden": true, "screen": {"route": "r"}}]"#
  private static let plain = #""tabs": [{"screen": {"id": "a", "route": "r"}}]"#

  static let rows: [(body: String, format: Int)] = [
    (#"{"layout": {"name": "tabBar", \#(plain)}}"#, 1), (#"{"layout": {"name": "tabBar", \#(tabs)}}"#, 2),
    (#"{"layout": {"name": "tabBar", \#(plain), "isTabBarHidden": true}}"#, 2),
    (#"{"layout": {"name": "tabBar", \#(plain), "supportedInterfaceOrientations": "portrait"}}"#, 2),
    (#"{"layout": {"name": "tabBar", \#(plain), "supportedInterfaceOrientations": "system"}}"#, 1),
    (#"{"layout": {"name": "tabBar", \#(plain), "traitOverride": {"asWindow": true}}}"#, 2),
    (#"{"layout": {"name": "tabBar", \#(plain), "traitOverride": {"horizontalSizeClass": "compact"}}}"#, 1),
    (#"{"layout": {"name": "tabsInPrimary", \#(tabs), "placeholder": {"route": "none"}}}"#, 2),
  ]

  @Test(arguments: rows) func format(_ row: (body: String, format: Int)) throws {
    var session = try CreateSession(request: Array(row.body.utf8)).open().session
    #expect(session.recordFormat == row.format)
    // A change below keeps it.
    _ = try session.apply(Transition(.updateScreen("a", ScreenUpdate { $0.title = "T" })))
    #expect(session.recordFormat == row.format)
  }

  @Test func `a word that is taken away needs no new reader`() throws {
    let body = #"{"layout": {"name": "tabBar", \#(Self.plain), "isTabBarHidden": true}}"#
    var session = try CreateSession(request: Array(body.utf8)).open().session
    _ = try session.apply(Transition(.updateScreen("tabs", ScreenUpdate { $0.isTabBarHidden = false })))
    #expect(session.recordFormat == 1)
  }
}
