import NavigationAPI
import NavigationJSON
import NavigationModel
import Testing

/// The examples tell one story, and the model tells the same: what the contract shows is what a server answers.
@Suite struct ContractTruthTests {
  let contract: Contract

  init() throws { contract = try Contract.shared.get() }

  private static let showDetail = #"{"type":"showDetail","screen":{"id":"chat-42","route":"chat","title":"Ada","params":{"chat":42}}}"#
  private static let badge = #"{"type":"setBadge","tab":"contacts","badge":"1"}"#
  private static let select = #"{"type":"selectRow","controller":"chat-list","row":"42"}"#
  private static let block = #"{"type":"updateScreen","controller":"chat-42","blocksRemoval":true}"#
  private static let third = #"{"type":"setMultitasking","multitasking":"third"}"#

  /// Each record with what was done to the session of `CreateTabsInPrimary` before it.
  static let records: [(record: String, before: [String])] = [
    ("RecordOfShowDetail", []),
    ("RecordOfPopAtTheRoot", []),
    ("RecordOfBlockedPop", [showDetail, block]),
    ("RecordOfBatch", []),
    ("RecordOfDryRun", []),
  ]

  @Test(arguments: records)
  func recordsAreTheModels(record: String, before: [String]) throws {
    let example = try example(record)
    var session = try session(after: before)
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

  @Test func theFirstAppearanceIsTheModels() throws {
    let example = try example("CreatedTabsInPrimary")
    let opened = try open()
    #expect(try Self.values(of: opened.events.map(ReceivedEvent.event)) == example["events"]?.elements)
    try expectTheSame(example, opened.session)
    try expectTheSame(example["session"] ?? .null, opened.session)
  }

  static let views: [(view: String, before: [String])] = [
    ("SessionExpanded", []),
    ("SessionCollapsed", [showDetail, badge, select, third]),
  ]

  @Test(arguments: views)
  func sessionsAreTheModels(view: String, before: [String]) throws {
    let (example, session) = (try example(view), try session(after: before))
    try expectTheSame(example, session)
    let environment = try Self.value { session.environment.write(to: &$0, form: .session) }
    let root = try Self.value { session.root.write(to: &$0, form: .session) }
    #expect(example["environment"]?.isSame(as: environment) == true)
    #expect(example["root"]?.isSame(as: root) == true)
  }

  @Test func theSnapshotIsTheModels() throws {
    let session = try open().session
    let snapshot = try Self.value { Snapshot(environment: session.environment, root: session.root).write(to: &$0) }
    #expect(try example("SnapshotOfTabsInPrimary").isSame(as: snapshot))
  }

  private func example(_ name: String) throws -> ContractValue {
    try #require(contract.document["components"]?["examples"]?[name]?["value"])
  }

  private func open() throws -> (session: Session, events: [Event]) {
    let body = try CreateSession(request: Array(example("CreateTabsInPrimary").json.utf8))
    return try Session.open(try body.root(), in: body.environment)
  }

  private func session(after transitions: [String]) throws -> Session {
    var session = try open().session
    for transition in transitions { _ = try session.apply(try Transition(request: Array(transition.utf8))) }
    return session
  }

  private func expectTheSame(_ example: ContractValue, _ session: Session) throws {
    #expect(try Self.values(of: session.visible) == example["visible"]?.elements)
    #expect(example["can"]?["goBack"] == .bool(session.canGoBack))
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
