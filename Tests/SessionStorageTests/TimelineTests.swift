import Testing

@testable import SessionStorage

/// The targets of undo and redo.
@Suite struct TimelineTests {
  /// A step of a timeline. Each but `forget` adds a revision; `scroll` and `returned` continue a gesture that began
  /// after a revision, and `returned` has the state of that revision again.
  enum Step: Sendable {
    case change, undo, redo
    case scroll(Int)
    case returned(Int)
    case forget(Int)
  }

  static let rows: [(steps: [Step], text: String)] = [
    ([], "- 0 -"),
    ([.change], "0 1 -"),
    ([.change, .change, .change], "0-2 3 -"),
    ([.change, .change, .undo], "0 3 2"),
    ([.change, .change, .undo, .undo], "- 4 2-3"),
    ([.change, .change, .undo, .undo, .redo], "4 5 2"),
    ([.change, .change, .undo, .undo, .redo, .redo], "4-5 6 -"),
    ([.change, .change, .undo, .redo, .undo], "0 5 4"),
    ([.change, .undo, .change], "2 3 -"),
    ([.change, .change, .change, .undo, .change], "0-1,4 5 -"),
    ([.change, .change, .undo, .change, .undo], "0 5 4"),
    ([.change, .change, .scroll(1)], "0-1 3 -"),
    ([.change, .change, .scroll(1), .scroll(1), .change], "0-1,4 5 -"),
    ([.change, .change, .returned(1)], "0 3 -"),
    ([.change, .change, .returned(1), .scroll(1)], "0-1 4 -"),
    ([.change, .change, .returned(1), .change], "0,3 4 -"),
    ([.change, .returned(0)], "- 2 -"),
    ([.change, .change, .change, .forget(1)], "2 3 -"),
    ([.change, .change, .change, .forget(2)], "- 3 -"),
    ([.change, .change, .undo, .undo, .forget(2)], "- 4 3"),
    ([.change, .change, .undo, .undo, .forget(3)], "- 4 -"),
    ([.forget(-1)], "- 0 -"),
  ]

  @Test(arguments: rows) func row(steps: [Step], text: String) throws {
    var timeline = Timeline(after: -1, present: 0)
    for step in steps {
      let next = timeline.present + 1
      switch step {
      case .change: timeline.advance(to: next)
      case .undo: timeline.advance(to: next, by: .undo)
      case .redo: timeline.advance(to: next, by: .redo)
      case .scroll(let start): timeline.leave(to: next, since: start, hasReturned: false)
      case .returned(let start): timeline.leave(to: next, since: start, hasReturned: true)
      case .forget(let revision): timeline.forget(through: revision)
      }
    }
    #expect(timeline.description == text)
    #expect(Timeline(text) == timeline)
  }

  @Test func eachMoveLeadsToTheNearestTarget() throws {
    let timeline = try #require(Timeline("0-41,43 46 44-45"))
    #expect(timeline.target(of: .undo) == 43 && timeline.target(of: .redo) == 45)
    #expect(timeline.target(of: .revert(revision: 7)) == 7)
    let begun = Timeline(after: -1, present: 0)
    #expect(begun.target(of: .undo) == nil && begun.target(of: .redo) == nil)
  }

  @Test func aRevertIsAChange() throws {
    var timeline = try #require(Timeline("0-1 4 3"))
    timeline.advance(to: 5, by: .revert(revision: 3))
    #expect(timeline.description == "0-1,4 5 -")
  }

  @Test func aLongRunTakesNoMoreThanAShortOne() {
    var timeline = Timeline(after: -1, present: 0)
    for revision in 1...256 { timeline.advance(to: revision) }
    #expect(timeline.description == "0-255 256 -")
    #expect(timeline == Timeline(after: -1, present: 256))
    timeline.forget(through: 99)
    #expect(timeline == Timeline(after: 99, present: 256))
    #expect(timeline.description == "100-255 256 -")
  }

  @Test(arguments: [
    "", "0", "- 0", "- 0 - -", "- 0  -", " - 0 -", "- 0 - ", "- -1 -", "- 00 -", "- +1 -", "- x -", "0 0 -", "0-1 1 -",
    "1-0 2 -",
    "0-0 2 -",
    "0,1 2 -", "0-1,2 3 -", "1,0 3 -", "0,0 3 -", "0, 3 -", ",0 3 -", "00 3 -", "0--1 3 -", "-1 3 -", "0-1-2 3 -",
    "0 3 4", "0 3 3",
    "0-2 3 2",
    "0-1 3 1-2", "99999999999999999999 3 -", "- 3 +2", "0-1 3 -,2",
  ]) func otherTextsAreRefused(text: String) {
    #expect(Timeline(text) == nil)
  }
}
