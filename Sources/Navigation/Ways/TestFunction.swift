/// A function of an XCUITest's class, which its test calls.
enum TestFunction: Hashable, CaseIterable {
  case tap, tab, back, pullDown, tapOutside, drag, byHand, shown

  var text: String {
    switch self {
    case .tap:
      """
      @MainActor private func tap(_ element: XCUIElement) {
        XCTAssertTrue(element.waitForExistence(timeout: 10), "\\(element)")
        element.tap()
      }
      """
    case .tab:
      """
      /// A tab of a bar at the bottom, else a button anywhere: an iPad has its tabs at the top from iOS 18 on.
      @MainActor private func tab(_ title: String, in app: XCUIApplication) -> XCUIElement {
        let tab = app.tabBars.buttons[title].firstMatch
        return tab.waitForExistence(timeout: 2) ? tab : app.buttons[title].firstMatch
      }
      """
    case .back:
      """
      /// Of several columns' back buttons the one furthest to the trailing edge.
      @MainActor private func back(in app: XCUIApplication) -> XCUIElement {
        let buttons = app.navigationBars.buttons.matching(identifier: Self.backButton)
        let last = buttons.allElementsBoundByIndex.max { $0.frame.origin.x < $1.frame.origin.x }
        return last ?? buttons.firstMatch
      }
      """
    case .pullDown:
      """
      /// Drags the sheet with a screen down, from the top of the screen's view: the last, as below it the button that
      /// opened it has the same identifier.
      @MainActor private func pullDown(_ screen: String, in app: XCUIApplication) {
        let views = app.descendants(matching: .any).matching(identifier: screen)
        XCTAssertTrue(views.firstMatch.waitForExistence(timeout: 10), screen)
        let view = views.allElementsBoundByIndex.last ?? views.firstMatch
        let bottom = app.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.98))
        view.coordinate(withNormalizedOffset: CGVector(dx: 0.5, dy: 0.02)).press(forDuration: 0.1, thenDragTo: bottom)
      }
      """
    case .tapOutside:
      """
      @MainActor private func tapOutside(_ offset: CGVector, in app: XCUIApplication) {
        let region = app.descendants(matching: .any)[Self.popoverDismissRegion].firstMatch
        if region.waitForExistence(timeout: 2) {
          region.tap()
        } else {
          app.coordinate(withNormalizedOffset: offset).tap()
        }
      }
      """
    case .drag:
      """
      @MainActor private func drag(_ start: CGVector, to end: CGVector, in app: XCUIApplication) {
        let target = app.coordinate(withNormalizedOffset: end)
        app.coordinate(withNormalizedOffset: start).press(forDuration: 0.1, thenDragTo: target)
      }
      """
    case .byHand:
      """
      /// Says what to do by hand, and waits for it.
      private func byHand(_ sentence: String) {
        print("By hand, within \(SimulatorWay.secondsByHand) seconds: \\(sentence)")
        Thread.sleep(forTimeInterval: \(SimulatorWay.secondsByHand))
      }
      """
    case .shown:
      """
      /// What the recorder says is visible.
      @MainActor private func shown(in app: XCUIApplication) -> [String] {
        let label = app.descendants(matching: .any)["\(RecorderIdentifier.visible)"].firstMatch.label
        return label.components(separatedBy: "\(RecorderIdentifier.separator)").filter { !$0.isEmpty }
      }
      """
    }
  }
}

extension WayAction {
  /// The functions by which a test does it.
  var functions: [TestFunction] {
    switch self {
    case .tap, .button, .sidebar, .window: [.tap]
    case .tab: [.tap, .tab]
    case .back: [.tap, .back]
    case .pullDown: [.pullDown]
    case .tapOutside: [.tapOutside]
    case .drag: [.drag]
    case .byHand: [.byHand]
    case .open, .tapPoint, .turn, .leave, .comeBack: []
    }
  }
}
