extension SimulatorWay {
  /// A file of an app's target of UI tests: a class with one test. It needs Xcode 16, and iOS 16.4 where it opens links.
  public var xcuiTest: String { (XCUITestText(way: self).lines + [""]).joined(separator: "\n") }
}

/// The lines of an XCUITest. Its calls are those of Apple's pages on XCUIAutomation.
private struct XCUITestText {
  let way: SimulatorWay
  private var actions: [WayAction] { way.actions }

  var lines: [String] {
    var lines = way.head.comment("//") + ["import XCTest", "", "final class \(way.name): XCTestCase {"]
    lines += constants + test
    for function in functions { lines += [""] + function }
    return lines + ["}"]
  }

  private var constants: [String] {
    let used = Set(actions.compactMap(\.systemIdentifier))
    var lines = SystemIdentifier.allCases.filter(used.contains).map {
      "  private static let \($0) = \($0.rawValue.asSwiftLiteral)  // not recorded"
    }
    if actions.contains(where: \.needsScheme) { lines += ["  private static let scheme = \"app\"  // the app's own"] }
    return lines.isEmpty ? [] : lines + [""]
  }

  private var test: [String] {
    let start = way.walk.sessions[0].environment
    let throwing = actions.contains(where: \.isLink) ? " throws" : ""
    var lines = [
      "  @MainActor func test\(way.name)()\(throwing) {", "    continueAfterFailure = false",
      "    let app = XCUIApplication()",
      "    app.launchArguments = [\("-\(RecorderIdentifier.windows)".asSwiftLiteral), \(way.walk.sizes.asSwiftLiteral)]",
      "    \(turn(to: start.deviceOrientation))", "    app.launch()",
    ]
    if let window = way.firstWindow { lines.append("    " + line(.window(window))) }
    for stage in way.walk.stages where !stage.actions.isEmpty {
      lines.append("")
      lines += [stage.name].comment("    //")
      lines += stage.actions.map { "    " + line($0) }
    }
    lines += ["", "    Thread.sleep(forTimeInterval: \(SimulatorWay.secondsOfRest))"]
    return lines + ["    let visible = shown(in: app)", "    \(assertion)", "  }"]
  }

  private var assertion: String {
    switch way.goal {
    case .screen(let name): #"XCTAssertTrue(visible.contains(\#(name.asSwiftLiteral)), "visible: \(visible)")"#
    case .route(let route):
      "XCTAssertTrue(visible.contains { $0 == \(route.asSwiftLiteral) || $0.hasPrefix(\("\(route).".asSwiftLiteral)) }, "
        + #""visible: \(visible)")"#
    case .ours: "XCTAssertEqual(Set(visible), [\(way.ours.map(\.asSwiftLiteral).joined(separator: ", "))])"
    }
  }

  private func turn(to orientation: Orientation) -> String {
    switch orientation {
    case .portrait: "XCUIDevice.shared.orientation = .portrait"
    case .landscape: "XCUIDevice.shared.orientation = .landscapeLeft"
    }
  }

  private func line(_ action: WayAction) -> String {
    switch action {
    case .tap(let identifier): "tap(app.descendants(matching: .any)[\(identifier.asSwiftLiteral)].firstMatch)"
    case .button(let title): "tap(app.buttons[\(title.asSwiftLiteral)].firstMatch)"
    case .tab(let title): "tap(tab(\(title.asSwiftLiteral), in: app))"
    case .back: "tap(back(in: app))"
    case .sidebar: "tap(app.buttons[Self.toggleSidebar].firstMatch)"
    case .open(let url):
      "app.open(try XCTUnwrap(URL(string: \(url.hasScheme ? url.asSwiftLiteral : withScheme(url)))))"
    case .pullDown(let screen): "pullDown(\(screen.asSwiftLiteral), in: app)"
    case .tapOutside(let point): "tapOutside(\(vector(point)), in: app)"
    case .tapPoint(let point): "app.coordinate(withNormalizedOffset: \(vector(point))).tap()"
    case .drag(let start, let end): "drag(\(vector(start)), to: \(vector(end)), in: app)"
    case .turn(let orientation): turn(to: orientation)
    case .window(let size): "tap(app.buttons[\(RecorderIdentifier.window(size).asSwiftLiteral)].firstMatch)"
    case .leave: "XCUIDevice.shared.press(.home)"
    case .comeBack: "app.activate()"
    case .byHand(let sentence): "byHand(\(sentence.asSwiftLiteral))"
    }
  }

  private func withScheme(_ path: String) -> String { "\"\\(Self.scheme):/" + path.asSwiftLiteral.dropFirst() }

  private func vector(_ point: ScreenPoint) -> String {
    "CGVector(dx: \(Double(point.x) / 100), dy: \(Double(point.y) / 100))"
  }

  /// Those that the test calls.
  private var functions: [[String]] {
    let called = Set(actions.flatMap(\.functions))
    return TestFunction.allCases.filter { called.contains($0) || $0 == .shown }.map {
      $0.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    }
  }
}

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
