import Foundation
import NavigationPicture
import SeededRandom
import Testing

@testable import Navigation

/// D-401 in every picture: the taps of offers are the moves of offers and the taps of those that are shown already.
@Suite struct OfferWalkTests {
  @Test(arguments: Pictured.all) func `D-401: in the pictures for review`(_ pictured: Pictured) throws {
    try check(pictured.session(), pictured.routes, pictured.name)
  }

  static let files: [URL] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples")
    let files = [folder, folder.appendingPathComponent("apps")].flatMap {
      (try? FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)) ?? []
    }
    return files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }()

  static let windows = [
    #"{"multitasking": "slideOver"}"#, #"{"device": "iPhone 16 Pro"}"#, #"{"device": "iPad Pro 11-inch (M4)"}"#,
  ]

  /// Steps of each walk.
  private static let steps = TestLength.isShort ? 2 : 12

  @Test(arguments: files, windows) func `D-401: on walks through the examples`(_ file: URL, _ window: String) throws {
    let pictured = Pictured("", .design(try String(contentsOf: file, encoding: .utf8)), window)
    let (start, routes) = (try pictured.session(), try #require(try pictured.routes))
    let seed: UInt64 = 0xB0B
    var (random, session, trail) = (Seeded(seed), start, [String]())
    for step in 0..<Self.steps {
      if step == Self.steps / 2 { (session, trail) = (start, []) }
      let story = "seed \(seed), \(file.lastPathComponent) in \(window): \(trail)"
      let taps = try check(session, routes, story)
      try PictureChecks(session, routes).all(story)
      let json =
        step % 5 == 4 ? Self.changes.randomElement(using: &random) : taps.sorted().randomElement(using: &random)
      guard let json else { continue }
      trail.append(json)
      // A window may be one that the device has not.
      try? session.tap(json, routes)
    }
  }

  private static let changes = [
    #"{"type": "rotate", "orientation": "portrait"}"#, #"{"type": "rotate", "orientation": "landscape"}"#,
    #"{"type": "setMultitasking", "multitasking": "half"}"#,
    #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
    #"{"type": "back", "phase": "began"}"#, #"{"type": "present", "screen": {"route": "other"}}"#,
    #"{"type": "enterBackground"}"#, #"{"type": "enterForeground"}"#,
  ]

  /// Returns the taps in the picture.
  @discardableResult
  private func check(_ session: Session, _ routes: ScreenRoutes?, _ story: String) throws -> Set<String> {
    let picture = SessionPicture(of: session, routes: routes)
    let svg = picture.svg()
    let taps = Set(try XMLElements(svg).elements.compactMap { $0.attributes["data-tap"] })
    guard let routes else { return taps }
    let controls = Set((session.taps + session.gestures).map { Move(name: "", transitions: $0.transitions).tap })
    let offered = taps.subtracting(controls).filter { !$0.hasPrefix(#"{"type":"selectRow""#) }
    let moves = Set(session.moves(routes: routes).map(\.tap)).subtracting(controls)
    let possible = moves.union(session.shownOffers(of: routes)).subtracting(controls)
    try #require(offered.isSubset(of: possible), "\(offered.subtracting(possible)) in \(story)")
    // What is not there is counted.
    let missing = possible.subtracting(offered).count
    let numbers = String(decoding: svg, as: UTF8.self).matches(of: />and ([0-9]+) more</).compactMap { Int($0.1) }
    try #require(missing <= numbers.reduce(0, +), "\(possible.subtracting(offered)) in \(story)")
    return taps
  }
}

extension Move {
  /// As a picture has it.
  fileprivate var tap: String {
    let request = transitions.count == 1 ? TransitionRequest.transition(transitions[0]) : .batch(transitions)
    return String(decoding: request.json(), as: UTF8.self)
  }
}

extension Session {
  /// The taps of what the screens in reach offer and what is shown already.
  fileprivate func shownOffers(of routes: ScreenRoutes) -> Set<String> {
    let leaves = display.visibleLeaves.filter(\.canReachScreen)
    return Set(
      leaves.flatMap { leaf in
        openings(on: leaf, routes: routes).filter { $0.isShown(in: display) }.compactMap { opening in
          opening.open(from: leaf, in: self, routes).map { Move(name: "", transitions: $0.transitions).tap }
        }
      })
  }
}
