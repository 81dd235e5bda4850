import Navigation
import SeededRandom

/// Draws one settable member of those that a visit names, and a value for it.
struct MemberDraw: MemberVisitor {
  private var random: Seeded
  private let texts: [String]
  /// Members visited so far, and which of them is drawn.
  private var (count, drawn) = (0, -1)

  /// Sets one member of the update.
  static func draw<Update>(
    _ update: inout Update, of texts: [String] = ["r1", "r2", "Done"], _ random: inout Seeded,
    _ visit: (inout Update, inout MemberDraw) -> Void
  ) {
    var (copy, draw) = (update, MemberDraw(random: random, texts: texts))
    visit(&copy, &draw)
    (draw.drawn, draw.count) = (Int.random(in: 0..<draw.count, using: &draw.random), 0)
    visit(&update, &draw)
    random = draw.random
  }

  private init(random: Seeded, texts: [String]) { (self.random, self.texts) = (random, texts) }

  private mutating func set<Value>(_ update: inout Value?, _ values: [Value]) {
    if count == drawn { update = values.randomElement(using: &random) }
    count += 1
  }

  mutating func text(_ name: StaticString, _ value: inout String, _ update: inout String?) { set(&update, texts) }

  mutating func text(_ name: StaticString, _ value: inout String?, _ update: inout String??) {
    set(&update, [nil] + texts)
  }

  mutating func flag(_ name: StaticString, unless usual: Bool, _ value: inout Bool, _ update: inout Bool?) {
    set(&update, [usual, usual, !usual])
  }

  mutating func word<Word: MemberWord>(
    _ name: StaticString, unless usual: Word, _ value: inout Word, _ update: inout Word?
  ) {
    set(&update, Array(Word.allCases))
  }

  mutating func word<Word: MemberWord>(_ name: StaticString, _ value: inout Word?, _ update: inout Word??) {
    set(&update, [nil] + Array(Word.allCases))
  }

  mutating func word<Word: MemberWord, None: NoneWord>(
    _ name: StaticString, or none: None.Type, _ value: inout Word?, _ update: inout Word??
  ) {
    set(&update, [nil] + Array(Word.allCases))
  }

  mutating func id(_ name: StaticString, _ value: inout ControllerID?, _ update: inout ControllerID??) {
    set(&update, [nil])
  }

  mutating func number(
    _ name: StaticString, in range: ClosedRange<Double>, _ value: inout Double?, _ update: inout Double??
  ) {
    set(&update, [nil, 0.5, 100, 300, 500].filter { $0.map(range.contains) ?? true })
  }

  mutating func size(_ name: StaticString, _ value: inout Size?, _ update: inout Size??) {
    set(&update, [nil, Size(width: 300, height: 200), Size(width: 700, height: 900)])
  }

  mutating func params(_ name: StaticString, _ value: inout Params, _ update: inout Params?) {
    set(&update, ["0", "1", "2"].map { Params(members: [Params.Member(name: "n", json: $0)]) })
  }

  mutating func tree(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {}
  mutating func placeholder(_ name: StaticString, _ value: inout Controller?, _ update: inout Controller??) {}
  mutating func state(_ name: StaticString, _ value: inout Bool) {}
  mutating func state(_ name: StaticString, _ value: inout String?) {}
}
