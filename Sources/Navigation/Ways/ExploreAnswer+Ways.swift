extension ExploreAnswer {
  /// A file with a text.
  public typealias WayFile = (name: String, text: String)

  /// An XCUITest and a flow of Maestro for each finding that has an example: of its ways one whose windows a simulator
  /// can do. A search has to keep all ways for that choice, `SearchLimits.examples: .max`.
  ///
  /// - Parameters:
  ///   - design: what was searched.
  ///   - file: the design's name, for the texts.
  /// - Throws: The rejection of a step, where the answer is not of this design.
  public func ways(
    of design: Design, file: String = "DESIGN", locators: Locators = Locators()
  ) throws(Rejection) -> [WayFile] {
    var (files, taken) = ([WayFile](), Set<String>())
    for finding in findings {
      guard let example = finding.examples.easiest else { continue }
      var way = try SimulatorWay(finding, example, of: design, file: file, locators: locators)
      // A Mac's files differ in more than their case.
      let names = [way.name] + (2...findings.count + 1).map { "\(way.name)\($0)" }
      way.name = names.first { taken.insert($0.lowercased()).inserted } ?? way.name
      files += way.files
    }
    return files
  }
}

extension SimulatorWay {
  /// Both texts, by the names of their files.
  public var files: [ExploreAnswer.WayFile] { [("\(name).swift", xcuiTest), ("\(name).yaml", maestroFlow)] }
}

extension [ExploreAnswer.Example] {
  /// That with the windows that a simulator does most easily, of these the one with the shortest way (D-347).
  var easiest: Element? {
    indices.min { (self[$0].effort, $0) < (self[$1].effort, $1) }.map { self[$0] }
  }
}

extension ExploreAnswer.Example {
  /// What orders ways: the hardest of their windows, then their steps, then their transitions.
  fileprivate var effort: Int {
    let transitions = way.flatMap(\.transitions)
    let hardest = ([environment.multitasking.hardship] + transitions.map(\.action.hardship)).max() ?? 0
    return (hardest << 20 | way.count) << 20 | transitions.count
  }
}

extension Multitasking {
  fileprivate var hardship: Int {
    switch self {
    case .fullScreen: 0
    case .twoThirds, .half, .third, .slideOver: 1
    case .window: 2
    }
  }
}

extension Transition.Action {
  /// 0 without another window, and where the device turns.
  fileprivate var hardship: Int {
    switch body {
    case let change as Transition.SetMultitasking: change.multitasking.hardship
    case is Transition.Resize: Multitasking.window.hardship
    case is Transition.Fold, is Transition.SetDevice, is Transition.SetTraits, is Transition.Scroll: 3
    case _: 0
    }
  }
}
