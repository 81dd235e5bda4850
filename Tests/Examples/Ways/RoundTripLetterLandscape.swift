// roundTrip: another window and back loses letter. mail.json shows: inbox. The log: navigation verify mail.json LOG
// iPad Pro 11-inch (M4), landscape → Window: landscape half → Open letter.emmy → Window: landscape → Window:
// landscape half
// Red while the fault is there: letter.emmy has to be visible at the end.
// The app has the recorder (Tests/Examples/Recorder.swift). No tool has run this text where it was written.
import XCTest

final class RoundTripLetterLandscape: XCTestCase {
  @MainActor func testRoundTripLetterLandscape() {
    continueAfterFailure = false
    let app = XCUIApplication()
    app.launchArguments = ["-navigation-windows", "1210x834,600x834"]
    XCUIDevice.shared.orientation = .landscapeLeft
    app.launch()

    // Window: landscape half
    tap(app.buttons["navigation.600x834"].firstMatch)

    // Open letter.emmy
    tap(app.descendants(matching: .any)["emmy"].firstMatch)

    // Window: landscape
    tap(app.buttons["navigation.1210x834"].firstMatch)

    // Window: landscape half
    tap(app.buttons["navigation.600x834"].firstMatch)

    Thread.sleep(forTimeInterval: 2)
    let visible = shown(in: app)
    XCTAssertTrue(visible.contains("letter.emmy"), "visible: \(visible)")
  }

  @MainActor private func tap(_ element: XCUIElement) {
    XCTAssertTrue(element.waitForExistence(timeout: 10), "\(element)")
    element.tap()
  }

  /// What the recorder says is visible.
  @MainActor private func shown(in app: XCUIApplication) -> [String] {
    let label = app.descendants(matching: .any)["navigation.visible"].firstMatch.label
    return label.components(separatedBy: ", ").filter { !$0.isEmpty }
  }
}
