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
