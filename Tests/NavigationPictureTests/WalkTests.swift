import Navigation
import NavigationPicture
import SeededRandom
import Testing

/// The invariants of pictures on seeded walks: a user taps elements of the picture, and the app applies other
/// transitions.
@Suite struct WalkTests {
  /// The steps of each walk: `NAVIGATION_WALK_STEPS`, or 60.
  static let stepsPerWalk = TestLength.steps(60, or: "NAVIGATION_WALK_STEPS")

  static let walks: [Pictured] = [
    ("messenger", .messenger), ("untitled", .untitled), ("tab bar in a stack", .tabBarInStack),
    ("list and detail", .listDetail),
    ("two columns", .doubleColumn), ("inspector", .inspected), ("mail", .mail), ("news", .news), ("pages", .pages),
    ("six tabs", .sixTabs),
    ("stack", .stack),
    ("split in tabs", .splitInTabs), ("anything in anything", .nested),
    ("symbols and large titles", .home), ("long tabs", .longTabs),
  ].flatMap { (name: String, arrangement: Pictured.Arrangement) in
    ["iOS26", "iOS14"].map { Pictured("\(name), \($0)", arrangement, #"{"system": "\#($0)"}"#) }
  }

  @Test(arguments: walks) func `every picture is well-formed and complete, and every tap is accepted`(_ walk: Pictured)
    throws
  {
    let seed: UInt64 = 0x91C7
    var random = Seeded(seed)
    var session = try walk.session()
    var trail: [String] = []
    var accepted = 0
    for step in 0..<Self.stepsPerWalk {
      if step.isMultiple(of: 30) { (session, trail) = (try walk.session(), []) }
      let story = "seed \(seed), \(walk.name): \(trail)"
      try PictureChecks(session).all(story)
      try #expect(session.drawnMoves == session.writtenMoves, "D-165 D-260 \(story)")
      let json = try session.randomStep(&random)
      trail.append(json)
      let transition = try Transition(json: JSONDocument(json).root)
      if (try? session.apply(transition)) != nil { accepted += 1 }
    }
    #expect(TestLength.isShort || accepted > Self.stepsPerWalk / 3)
  }
}

extension Session {
  /// The taps of the picture but its rows.
  fileprivate var drawnMoves: Set<String> {
    get throws {
      let taps = try XMLElements(SessionPicture(of: self).svg()).elements.compactMap { $0.attributes["data-tap"] }
      return Set(taps.filter { !$0.contains(#""type":"selectRow""#) })
    }
  }

  /// The moves but swipes from an edge, which no picture has.
  fileprivate var writtenMoves: Set<String> {
    Set(
      moves.filter { $0.transitions[0].action.type != Transition.Swipe.type }.map { move in
        var writer = JSONWriter()
        move.transitions[0].write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
      })
  }

  /// A tap in the picture, or a transition of the app or the system.
  fileprivate func randomStep(_ random: inout Seeded) throws -> String {
    let taps = try XMLElements(SessionPicture(of: self).svg()).elements.compactMap { $0.attributes["data-tap"] }
    if Int.random(in: 0..<3, using: &random) == 0, let tap = taps.randomElement(using: &random) { return tap }
    let id = root.everyID.sorted().randomElement(using: &random) ?? ""
    let screen = #""screen": {"route": "r", "title": "Screen \#(Int.random(in: 0..<9, using: &random))"}"#
    let stack =
      #""controller": {"kind": "stack", "id": "sheet\#(countedIDs)", "children": [{"kind": "screen", "route": "r", "title": "Sheet"}]}"#
    let newcomer = Bool.random(using: &random) ? screen : stack
    switch Int.random(in: 0..<21, using: &random) {
    case 0, 1: return #"{"type": "showDetail", \#(screen)}"#
    case 2: return #"{"type": "push", \#(screen)}"#
    case 3:
      let style = PresentationStyle.allCases.randomElement(using: &random) ?? .pageSheet
      return #"{"type": "present", \#(newcomer), "style": "\#(style.rawValue)"}"#
    case 4: return #"{"type": "present", \#(newcomer), "style": "currentContext", "from": "\#(id)"}"#
    case 5: return #"{"type": "dismiss"}"#
    case 6: return #"{"type": "back", "phase": "began"}"#
    case 7: return #"{"type": "back", "phase": "finished"}"#
    case 8:
      let mode = DisplayMode.allCases.randomElement(using: &random) ?? .secondaryOnly
      return #"{"type": "setDisplayMode", "mode": "\#(mode.rawValue)"}"#
    case 9: return #"{"type": "setSplit", \#(Self.splitMembers.randomElement(using: &random) ?? "")}"#
    case 10, 11:
      let size = Self.sizes.randomElement(using: &random) ?? (320, 480)
      return #"{"type": "resize", "width": \#(size.0), "height": \#(size.1)}"#
    case 12: return #"{"type": "rotate", "orientation": "\#(Bool.random(using: &random) ? "portrait" : "landscape")"}"#
    case 13:
      let device =
        ["iPhone 16 Plus", "iPad Pro 11-inch (M4)", "iPhone SE (1st generation)"].randomElement(using: &random) ?? ""
      return #"{"type": "setDevice", "device": "\#(device)"}"#
    case 14:
      return
        #"{"type": "setMultitasking", "multitasking": "\#(Multitasking.allCases.randomElement(using: &random)?.rawValue ?? "")"}"#
    case 15:
      return
        #"{"type": "scroll", "contentOffset": \#(Int.random(in: -200...2_000, using: &random)), "phase": "dragging"}"#
    case 16: return #"{"type": "swipe", "edge": "\#(Bool.random(using: &random) ? "leading" : "trailing")"}"#
    case 17: return #"{"type": "enterBackground"}"#
    case 18: return #"{"type": "enterForeground"}"#
    case 20: return #"{"type": "showColumn", "column": "inspector"}"#
    default: return #"{"type": "selectRow", "controller": "\#(id)", "row": "any"}"#
    }
  }

  private static let sizes = [
    (1, 1), (100, 100), (320, 480), (500, 900), (700, 900), (1210, 834), (2000, 60), (16_384, 16_384),
  ]
  private static let splitMembers = [
    #""primaryEdge": "trailing""#, #""showsSecondaryOnlyButton": true"#, #""preferredSplitBehavior": "displace""#,
    #""preferredPrimaryColumnWidth": 5000"#, #""displayModeButtonVisibility": "always""#,
    #""presentsWithGesture": false"#,
    #""minimumSecondaryColumnWidth": 300"#, #""traitOverride": {"compactBelowWidth": 600}"#,
  ]
}
