// a way to inbox. mail.json shows: inbox. The log: navigation verify mail.json LOG
// iPad Pro 11-inch (M4), landscape → Open /letters/emmy → Hide sidebar → Swipe to show sidebar → Background → Window:
// landscape slideOver → Foreground
// It asserts what mail.json shows at the end.
// The app has the recorder (Tests/Examples/Recorder.swift). No tool has run this text where it was written.
import XCTest

final class WayToInboxSlideOver: XCTestCase {
  private static let toggleSidebar = "ToggleSidebar"  // not recorded
  private static let scheme = "app"  // the app's own

  @MainActor func testWayToInboxSlideOver() throws {
    continueAfterFailure = false
    let app = XCUIApplication()
    app.launchArguments = ["-navigation-windows", "1210x834,375x834"]
    XCUIDevice.shared.orientation = .landscapeLeft
    app.launch()

    // Open /letters/emmy
    app.open(try XCTUnwrap(URL(string: "\(Self.scheme)://letters/emmy")))

    // Hide sidebar
    tap(app.buttons[Self.toggleSidebar].firstMatch)

    // Swipe to show sidebar
    drag(CGVector(dx: 0.0, dy: 0.5), to: CGVector(dx: 0.6, dy: 0.5), in: app)

    // Background
    XCUIDevice.shared.press(.home)

    // Window: landscape slideOver
    byHand("in the background, setMultitasking: the window becomes 375x834")

    // Foreground
    app.activate()

    Thread.sleep(forTimeInterval: 2)
    let visible = shown(in: app)
    XCTAssertEqual(Set(visible), ["inbox"])
  }

  @MainActor private func tap(_ element: XCUIElement) {
    XCTAssertTrue(element.waitForExistence(timeout: 10), "\(element)")
    element.tap()
  }

  @MainActor private func drag(_ start: CGVector, to end: CGVector, in app: XCUIApplication) {
    let target = app.coordinate(withNormalizedOffset: end)
    app.coordinate(withNormalizedOffset: start).press(forDuration: 0.1, thenDragTo: target)
  }

  /// Says what to do by hand, and waits for it.
  private func byHand(_ sentence: String) {
    print("By hand, within 30 seconds: \(sentence)")
    Thread.sleep(forTimeInterval: 30)
  }

  /// What the recorder says is visible.
  @MainActor private func shown(in app: XCUIApplication) -> [String] {
    let label = app.descendants(matching: .any)["navigation.visible"].firstMatch.label
    return label.components(separatedBy: ", ").filter { !$0.isEmpty }
  }
}
