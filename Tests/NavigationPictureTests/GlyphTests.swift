import Testing

@testable import NavigationPicture

/// The symbols of tabs.
@Suite struct GlyphTests {
  static let names: [(String, Glyph?)] = [
    ("house", .house), ("house.fill", .house), ("house.circle.fill", .house), ("magnifyingglass", .magnifyingglass),
    ("message", .message), ("bubble.left.and.bubble.right.fill", .message), ("person", .person),
    ("person.crop.circle", .person),
    ("person.2.fill", .people), ("gear", .gear), ("gearshape.fill", .gear), ("star.square.fill", .star),
    ("bell.badge.fill", .bell),
    ("list.bullet", .list), ("music.note", .music), ("clock.fill", .clock), ("ellipsis", .ellipsis), ("safari", .globe),
    ("House", nil), ("", nil), (".fill", nil), ("house.", nil), ("no.such.symbol", nil),
    (String(repeating: ".fill", count: 1_000), nil),
  ]

  @Test(arguments: names.indices) func `a name has a symbol or none`(_ index: Int) {
    #expect(Glyph(named: Self.names[index].0) == Self.names[index].1)
  }

  @Test(arguments: Glyph.allCases) func `each symbol has its own name, and is drawn`(_ glyph: Glyph) {
    #expect(Glyph(named: glyph.rawValue) == glyph)
    #expect("\(glyph.path)".hasPrefix("M"))
  }

  static let initials = [
    ("Chats", "C"), ("élan", "É"), ("  (draft)", "D"), ("日本", "日"), ("7 days", "7"), ("…", ""), ("", ""), ("ﬁne", "FI"),
  ]

  @Test(arguments: initials) func `a tab without a symbol has its initial`(_ title: String, _ initial: String) {
    #expect(SVGWriter.initial(of: title) == initial)
  }
}
