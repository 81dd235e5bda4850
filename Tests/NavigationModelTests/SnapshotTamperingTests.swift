@testable import Navigation
import SeededRandom
import Testing

/// A tampered snapshot is refused, or opens as a valid session.
@Suite struct SnapshotTamperingTests {
  @Test(arguments: SnapshotWalkTests.worlds.filter { $0.system == .iOS26 })
  func `a tampered snapshot is refused, or it opens as a valid session`(_ world: SnapshotWalkTests.World) throws {
    var random = Seeded(0x7A3B)
    var session = try world.open(Environment(system: world.system))
    var (opened, refused) = (0, 0)
    for step in 0..<240 {
      if step % 60 == 0 { session = try world.open(Environment(system: world.system)) }
      _ = try? session.apply(session.randomTransition(&random))
      let text = Self.tampered(Snapshot(session).json(), &random)
      let story = { String(decoding: text, as: UTF8.self) }
      guard var copy = try? CreateSession(request: text).open().session else {
        refused += 1
        continue
      }
      opened += 1
      try #require(copy.violations == [], "\(story())")
      for _ in 0..<4 {
        let next = copy.randomTransition(&random)
        _ = try? copy.apply(next)
        try #require(copy.violations == [], "\(next) after \(story())")
      }
      // The opened session is like any other.
      try #require(try CreateSession(request: Snapshot(copy).json()).open().session == copy, "\(story())")
    }
    #expect(opened > 20 && refused > 20, "\(opened) opened, \(refused) refused")
  }

  /// The text with one or two values replaced: by a value from another place, another number or the negation.
  private static func tampered(_ json: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var tokens = tokens(of: json)
    let values = tokens.indices.filter { isValue(tokens, $0) }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let place = values.randomElement(using: &random), let other = values.randomElement(using: &random) else {
        break
      }
      switch tokens[place] {
      case "true": tokens[place] = "false"
      case "false": tokens[place] = "true"
      case let token where token.hasPrefix("\""):
        tokens[place] = tokens[other].hasPrefix("\"") ? tokens[other] : "\"zz\""
      default:
        tokens[place] = ["0", "1", "2", "3", "-40", "375", "1210", "1e9", "2.5"].randomElement(using: &random) ?? "0"
      }
    }
    return Array(tokens.joined().utf8)
  }

  /// The strings, numbers, literals and punctuation of a text, unchanged.
  private static func tokens(of json: [UInt8]) -> [String] {
    String(decoding: json, as: UTF8.self).matches(of: #/"[^"]*"|[-0-9.e]+|true|false|null|[\[\]{}:,]/#).map {
      String($0.output)
    }
  }

  private static func isValue(_ tokens: [String], _ index: Int) -> Bool {
    let (token, next) = (tokens[index], tokens.indices.contains(index + 1) ? tokens[index + 1] : "")
    return next != ":" && !["[", "]", "{", "}", ":", ",", "null"].contains(token)
  }
}
