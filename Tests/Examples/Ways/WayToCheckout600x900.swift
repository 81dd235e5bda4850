// a way to checkout. shop.json shows: checkout. The log: navigation verify shop.json LOG
// iPad Pro 11-inch (M4), landscape → Open shop://products/42 → Back → Tab Cart → Open Check out → Open Address →
// Window: portrait → Window: 600 × 900 → Dismiss
// It asserts what shop.json shows at the end.
// The app has the recorder (Tests/Examples/Recorder.swift). No tool has run this text where it was written.
import XCTest

final class WayToCheckout600x900: XCTestCase {
  private static let backButton = "BackButton"  // not recorded

  @MainActor func testWayToCheckout600x900() throws {
    continueAfterFailure = false
    let app = XCUIApplication()
    app.launchArguments = ["-navigation-windows", "1210x834,834x1210,600x900"]
    XCUIDevice.shared.orientation = .landscapeLeft
    app.launch()

    // Open shop://products/42
    app.open(try XCTUnwrap(URL(string: "shop://products/42")))

    // Back
    tap(back(in: app))

    // Tab Cart
    tap(tab("Cart", in: app))

    // Open Check out
    tap(app.descendants(matching: .any)["checkout"].firstMatch)

    // Open Address
    tap(app.descendants(matching: .any)["address"].firstMatch)

    // Window: portrait
    XCUIDevice.shared.orientation = .portrait

    // Window: 600 × 900
    tap(app.buttons["navigation.600x900"].firstMatch)

    // Dismiss
    pullDown("address", in: app)

    Thread.sleep(forTimeInterval: 2)
    let visible = shown(in: app)
    XCTAssertEqual(Set(visible), ["checkout"])
  }

  @MainActor private func tap(_ element: XCUIElement) {
    XCTAssertTrue(element.waitForExistence(timeout: 10), "\(element)")
    element.tap()
  }

  /// A tab of a bar at the bottom, else a button anywhere: an iPad has its tabs at the top from iOS 18 on.
  @MainActor private func tab(_ title: String, in app: XCUIApplication) -> XCUIElement {
    let tab = app.tabBars.buttons[title].firstMatch
    return tab.waitForExistence(timeout: 2) ? tab : app.buttons[title].firstMatch
  }

  /// Of several columns' back buttons the one furthest to the trailing edge.
  @MainActor private func back(in app: XCUIApplication) -> XCUIElement {
    let buttons = app.navigationBars.buttons.matching(identifier: Self.backButton)
    let last = buttons.allElementsBoundByIndex.max { $0.frame.origin.x < $1.frame.origin.x }
    return last ?? buttons.firstMatch
  }

  /// Drags the sheet with a screen down, from the top of the screen's view: the last, as below it the button that
  /// opened it has the same identifier.
  @MainActor private func pullDown(_ screen: String, in app: XCUIApplication) {
    let views = app.descendants(matching: .any).matching(identifier: screen)
    XCTAssertTrue(views.firstMatch.waitForExistence(timeout: 10), screen)
    let view = views.allElementsBoundByIndex.last ?? views.firstMatch
    let bottom = app.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.98))
    view.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.02)).press(forDuration: 0.1, thenDragTo: bottom)
  }

  /// What the recorder says is visible.
  @MainActor private func shown(in app: XCUIApplication) -> [String] {
    let label = app.descendants(matching: .any)["navigation.visible"].firstMatch.label
    return label.components(separatedBy: ", ").filter { !$0.isEmpty }
  }
}
