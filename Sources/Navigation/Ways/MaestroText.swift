extension SimulatorWay {
  /// A flow of Maestro, by its pages on commands and selectors.
  public var maestroFlow: String { (MaestroText(way: self).lines + [""]).joined(separator: "\n") }
}

/// The lines of a flow of Maestro: a header, then a list of commands.
private struct MaestroText {
  let way: SimulatorWay

  var lines: [String] {
    let scheme = way.actions.contains(where: \.needsScheme) ? " -e SCHEME=app" : ""
    let run = "To run it: maestro test -e APP_ID=com.example.app\(scheme) \(way.name).yaml"
    var lines = (way.head + [run]).comment("#")
    lines += [#"appId: "${APP_ID}""#, "name: \("test\(way.name)".asYAML)", "---", "- launchApp:"] + arguments
    lines += [turn(to: way.walk.sessions[0].environment.deviceOrientation)]
    if let window = way.firstWindow { lines += command(for: .window(window)) }
    for stage in way.walk.stages where !stage.actions.isEmpty {
      lines += [stage.name].comment("#")
      for action in stage.actions {
        if let identifier = action.systemIdentifier { lines.append("# \(identifier.rawValue): not recorded") }
        lines += command(for: action)
      }
    }
    return lines + assertion
  }

  /// On iOS an argument is its name after a hyphen, then its value.
  private var arguments: [String] {
    ["    arguments:", "      \(RecorderIdentifier.windows): \(way.walk.sizes.asYAML)"]
  }

  private func turn(to orientation: Orientation) -> String {
    switch orientation {
    case .portrait: "- setOrientation: PORTRAIT"
    case .landscape: "- setOrientation: LANDSCAPE_LEFT"
    }
  }

  private func command(for action: WayAction) -> [String] {
    switch action {
    case .tap(let identifier): tap(identifier)
    case .button(let title), .tab(let title): ["- tapOn: \(title.asPattern.asYAML)"]
    case .back: tap(SystemIdentifier.backButton.rawValue)
    case .sidebar: tap(SystemIdentifier.toggleSidebar.rawValue)
    case .open(let url):
      ["- openLink: \(url.hasScheme ? url.withoutScripts.asYAML : "${SCHEME}:/\(url.withoutScripts)".asYAML)"]
    case .pullDown(let screen): ["- swipe:", "    from:", "      \(id(screen))", "    direction: DOWN"]
    case .tapOutside(let point), .tapPoint(let point): ["- tapOn:", "    point: \(percent(point))"]
    case .drag(let start, let end): ["- swipe:", "    start: \(percent(start))", "    end: \(percent(end))"]
    case .turn(let orientation): [turn(to: orientation)]
    case .window(let size): tap(RecorderIdentifier.window(size))
    case .leave: ["- pressKey: Home"]
    case .comeBack: ["- launchApp:", "    stopApp: false"] + arguments
    case .byHand(let sentence): byHand(sentence)
    }
  }

  private func tap(_ identifier: String) -> [String] { ["- tapOn:", "    \(id(identifier))"] }

  private func id(_ identifier: String) -> String { "id: \(identifier.asPattern.asYAML)" }

  private func percent(_ point: ScreenPoint) -> String { "\(point.x)%,\(point.y)%".asYAML }

  /// Its label is told while it waits for what never comes.
  private func byHand(_ sentence: String) -> [String] {
    [
      "- extendedWaitUntil:", "    visible:", "      \(id("navigation.never"))",
      "    timeout: \(SimulatorWay.secondsByHand * 1000)", "    optional: true",
      "    label: \("By hand, within \(SimulatorWay.secondsByHand) seconds: \(sentence.withoutScripts)".asYAML)",
    ]
  }

  private var assertion: [String] {
    let name = { (name: String) in "(.*, )?\(name.asPattern)(, .*)?" }
    let patterns =
      switch way.goal {
      case .screen(let screen): [name(screen)]
      case .route(let route): [#"(.*, )?\#(route.asPattern)([.].*)?(, .*)?"#]
      // In any order, and no others.
      case .ours: way.ours.map(name) + ["[^,]*(, [^,]*){\(max(way.ours.count - 1, 0))}"]
      }
    return ["- waitForAnimationToEnd:", "    timeout: \(SimulatorWay.secondsOfRest * 1000)"]
      + patterns.flatMap {
        ["- assertVisible:", "    \(id(RecorderIdentifier.visible))", "    text: \($0.asYAML)"]
      }
  }
}

/// Texts of an app within texts of others.
extension String {
  var asSwiftLiteral: String { quoted { "\\u{\(String($0.value, radix: 16))}" } }

  /// A double-quoted text of YAML (YAML 1.2, 5.7), which JSON has, too.
  var asYAML: String {
    quoted { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// - Parameter number: what stands for a scalar that breaks a line, or is not seen.
  private func quoted(_ number: (Unicode.Scalar) -> String) -> String {
    unicodeScalars.reduce(into: "\"") { text, scalar in
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      if scalar.isUnseen { text += number(scalar) } else { text.unicodeScalars.append(scalar) }
    } + "\""
  }

  /// A pattern that Maestro, whose texts and ids are patterns, matches with this text. A dot stays: it matches itself,
  /// and names of screens are read better so. No `${` is left, within which Maestro would run a script.
  var asPattern: String {
    unicodeScalars.map { #"\^$|?*+()[]{}"#.unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// A URL in which Maestro finds no script: a URL has no braces, and may have any sign by its number (RFC 3986, 2.1).
  fileprivate var withoutScripts: String {
    unicodeScalars.map { $0 == "{" ? "%7B" : $0 == "}" ? "%7D" : "\($0)" }.joined()
  }

  /// A comment, which nothing may end but its line.
  var onOneLine: String { unicodeScalars.map { $0.isUnseen ? " " : "\($0)" }.joined() }

  /// Whether it has a scheme, as a URL that is a path has not.
  var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return !utf8[..<colon].contains(UInt8(ascii: "/"))
  }
}

extension [String] {
  /// Comments, broken into lines at spaces, each after a mark.
  func comment(_ mark: String) -> [String] {
    flatMap { text in
      var lines: [String] = []
      for word in text.onOneLine.split(separator: " ") {
        if let last = lines.last, last.count + word.count < 118 {
          lines[lines.count - 1] += " \(word)"
        } else {
          lines.append("\(mark) \(word)")
        }
      }
      return lines
    }
  }
}

extension Unicode.Scalar {
  /// Whether it breaks a line, or is not seen in one.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // Emoji are joined by one, and flags are written with those above.
    case .format: value != 0x200D && value < 0x10000
    case _: false
    }
  }
}
