import Navigation
import NavigationPicture
import Testing

/// The examples of the contract are the answers of the model.
@Suite struct ContractTruthTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  private static let showDetail =
    #"{"type":"showDetail","screen":{"id":"chat-42","route":"chat","title":"Ada","params":{"chat":42}}}"#
  private static let badge = #"{"type":"setBadge","tab":"contacts","badge":"1"}"#
  private static let select = #"{"type":"selectRow","controller":"chat-list","row":"42"}"#
  private static let block = #"{"type":"updateScreen","controller":"chat-42","blocksRemoval":true}"#
  private static let third = #"{"type":"setMultitasking","multitasking":"third"}"#

  private static let letter =
    #"{"type":"showDetail","screen":{"id":"letter-7","route":"letter","title":"A letter","params":{"letter":7}}}"#
  private static let hide = #"{"type":"hideColumn","column":"primary"}"#
  private static let slideOver = #"{"type":"setMultitasking","multitasking":"slideOver"}"#
  private static let inbox = #"{"type":"showColumn","column":"supplementary"}"#

  private static let tabs = "CreateTabsInPrimary"
  private static let columns = "CreateTripleColumn"

  /// Records with their session and the transitions applied to it before.
  static let records: [(record: String, session: String, before: [String])] = [
    ("RecordOfShowDetail", tabs, []),
    ("RecordOfPopAtTheRoot", tabs, []),
    ("RecordOfBlockedPop", tabs, [showDetail, block]),
    ("RecordOfBatch", tabs, []),
    ("RecordOfDryRun", tabs, []),
    ("RecordOfHideColumn", columns, [letter]),
  ]

  @Test(arguments: records)
  func recordsAreTheModels(record: String, session creation: String, before: [String]) throws {
    let example = try example(record)
    var session = try session(creation, after: before)
    let answer: (outcomes: [Outcome], events: [Event])
    if let batch = example["transitions"] {
      let body = try session.apply(batch: batch.elements.map { try Transition(request: Array($0.json.utf8)) })
      answer = (body.outcomes, body.events)
    } else {
      let body = try session.apply(try Transition(request: Array((example["transition"] ?? .null).json.utf8)))
      answer = ([body.outcome], body.events)
    }
    let outcomes = example["outcomes"]?.elements ?? [example["outcome"] ?? .null]
    #expect(try Self.values(of: answer.outcomes) == outcomes)
    #expect(try Self.values(of: answer.events.map(ReceivedEvent.event)) == example["events"]?.elements)
    try expectTheSame(example, session)
  }

  @Test func anUndoneChangeIsTheModels() throws {
    let example = try example("RecordOfUndo")
    let start = try session(Self.tabs, after: [])
    var session = try session(Self.tabs, after: [Self.showDetail])
    let answer = session.restore(start)
    #expect(try Self.values(of: [answer.outcome]) == [example["outcome"]])
    #expect(try Self.values(of: answer.events.map(ReceivedEvent.event)) == example["events"]?.elements)
    #expect(session == start)
    #expect(try Self.values(of: session.visible) == example["visible"]?.elements)
    #expect(example["can"]?["goBack"] == .bool(session.canGoBack) && example["can"]?["redo"] == .bool(true))
  }

  @Test func aForkIsTheModels() throws {
    let example = try example("ForkedTabsInPrimary")
    let fork = try session(Self.tabs, after: []).forked()
    #expect(try Self.values(of: fork.events.map(ReceivedEvent.event)) == example["events"]?.elements)
    try expectTheSame(example, fork.session)
    try expectTheSame(example["session"] ?? .null, fork.session)
  }

  @Test func theFirstAppearanceIsTheModels() throws {
    let example = try example("CreatedTabsInPrimary")
    let opened = try open()
    #expect(try Self.values(of: opened.events.map(ReceivedEvent.event)) == example["events"]?.elements)
    try expectTheSame(example, opened.session)
    try expectTheSame(example["session"] ?? .null, opened.session)
  }

  static let views: [(view: String, session: String, before: [String])] = [
    ("SessionExpanded", tabs, []),
    ("SessionCollapsed", tabs, [showDetail, badge, select, third]),
    ("SessionOfPages", "CreateFromPages", []),
    ("SessionTripleColumn", columns, [letter, hide]),
    ("SessionTripleColumnCollapsed", columns, [letter, hide, slideOver, inbox]),
  ]

  @Test(arguments: views)
  func sessionsAreTheModels(view: String, session creation: String, before: [String]) throws {
    let (example, session) = (try example(view), try session(creation, after: before))
    try expectTheSame(example, session)
    let environment = try Self.value { session.environment.write(to: &$0, form: .session(session.environment)) }
    let root = try Self.value { session.root.write(to: &$0, form: .session(session.environment)) }
    #expect(example["environment"]?.isSame(as: environment) == true)
    #expect(example["root"]?.isSame(as: root) == true)
  }

  static let snapshots: [(snapshot: String, session: String, before: [String])] = [
    ("SnapshotOfTabsInPrimary", tabs, []),
    ("SnapshotOfTripleColumn", columns, [letter, hide, slideOver, inbox]),
  ]

  @Test(arguments: snapshots)
  func snapshotsAreTheModels(snapshot: String, session creation: String, before: [String]) throws {
    let session = try session(creation, after: before)
    let written = try Self.value { Snapshot(session).write(to: &$0) }
    #expect(try example(snapshot).isSame(as: written))
  }

  @Test func aPictureIsTheModels() throws {
    let session = try session(Self.tabs, after: [Self.showDetail, Self.badge, Self.select])
    #expect(
      try example("PictureOfTabsInPrimary").string
        == String(decoding: SessionPicture(of: session).text(), as: UTF8.self))
  }

  static let resolutions: [(request: String, answer: String)] = [
    ("ResolvePortraitPad", "ResolvedExpanded"),
    ("ResolveFreeWindow", "ResolvedCollapsed"),
    ("ResolveTripleColumn", "ResolvedTripleColumn"),
    ("ResolveBent", "ResolvedBent"),
    ("ResolveSeveral", "ResolvedSeveral"),
  ]

  @Test(arguments: resolutions)
  func resolutionsAreTheModels(request: String, answer: String) throws {
    let request = try ResolveRequest(request: Array(example(request).json.utf8))
    #expect(try example(answer).isSame(as: Self.value { ResolveAnswer(request).write(to: &$0) }))
  }

  private func example(_ name: String) throws -> ContractValue {
    try #require(contract.document["components"]?["examples"]?[name]?["value"])
  }

  private func open(_ creation: String = tabs) throws -> (session: Session, events: [Event]) {
    let body = try CreateSession(request: Array(example(creation).json.utf8))
    return try body.open()
  }

  private func session(_ creation: String, after transitions: [String]) throws -> Session {
    var session = try open(creation).session
    for transition in transitions { _ = try session.apply(try Transition(request: Array(transition.utf8))) }
    return session
  }

  private func expectTheSame(_ example: ContractValue, _ session: Session) throws {
    #expect(try Self.values(of: session.visible) == example["visible"]?.elements)
    #expect(example["can"]?["goBack"] == .bool(session.canGoBack))
    #expect(
      example["can"]?["undo"] == .bool(example["revision"] != .integer(0)) && example["can"]?["redo"] == .bool(false))
  }

  private static func values(of bodies: [some JSONBody]) throws -> [ContractValue] {
    try bodies.map { body in try value { body.write(to: &$0) } }
  }

  private static func value(_ write: (inout JSONWriter) -> Void) throws -> ContractValue {
    var writer = JSONWriter()
    write(&writer)
    return try ContractValue(json: String(decoding: writer.bytes, as: UTF8.self))
  }
}
