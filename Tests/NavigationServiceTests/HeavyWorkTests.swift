import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

@testable import NavigationService

/// Requests of large sessions run on a worker, with the same answer; those of small ones never do.
@Suite struct HeavyWorkTests {
  typealias Service = ServiceUnderTest

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var method = HTTPMethod.get
    /// The target below the session's path, or the whole target if it begins with `/v1`.
    var target: String
    var fields: [(name: String, value: String)] = []
    var body = ""
    var status = HTTPStatus.ok
    /// Whether its work is for its client alone, so that a client that closes its sending side ends it.
    var isLong = false

    var testDescription: String { name }
  }

  /// The title of both screens of a large session.
  private static let title = String(repeating: "t", count: ShardBudget.bytes * ShardBudget.writtenBytes / 2)
  private static let screens = (0..<1_200).map {
    #"{"kind": "screen", "route": "r", "title": "a title of some length \#($0)"}"#
  }
  .joined(separator: ", ")
  private static let tree = #"{"root": {"kind": "stack", "id": "s", "children": [\#(screens)]}}"#
  private static let steps = (0..<200).map { Service.push("q\($0)") }.joined(separator: ", ")
  private static let pushes = (0..<40).map { Service.push("p\($0)") }.joined(separator: ", ")

  /// Requests of a session of a megabyte, in revision 4.
  static let heavy: [Row] = [
    Row(name: "session", target: ""),
    Row(name: "snapshot", target: "/snapshot"),
    Row(name: "snapshot of a revision", target: "/snapshot?revision=4"),
    Row(name: "snapshot of an earlier revision", target: "/snapshot?revision=3"),
    Row(name: "picture", target: "/picture", isLong: true),
    Row(name: "picture as SVG, hidden screens too", target: "/picture?format=svg&hidden=true", isLong: true),
    Row(name: "records with sessions", target: "/transitions?include=session&limit=3", isLong: true),
    Row(name: "records with changes", target: "/transitions?include=changes", isLong: true),
    Row(
      name: "a change with its patch", method: .post, target: "/transitions?include=changes", body: Service.push("x")),
    Row(
      name: "a dry run with its patch", method: .post, target: "/transitions?include=changes&dryRun=true",
      body: Service.push("x")),
    Row(
      name: "a change with the session", method: .post, target: "/transitions?include=session", body: Service.push("x")),
    Row(
      name: "a change with a key", method: .post, target: "/transitions?include=session",
      fields: [("Idempotency-Key", "k")],
      body: Service.push("x")),
    Row(name: "a batch", method: .post, target: "/transitions", body: #"{"transitions": [\#(pushes)]}"#),
    Row(
      name: "a refused batch", method: .post, target: "/transitions",
      body: #"{"transitions": [\#(pushes), \#(Service.push("p0"))]}"#, status: .unprocessableContent),
    Row(
      name: "a large change", method: .post, target: "/transitions",
      body: #"{"type": "setStack", "stack": "chats", "children": ["chat-list", \#(screens)]}"#),
    Row(name: "a fork", method: .post, target: "/fork", body: "{}", status: .created),
    Row(name: "a creation", method: .post, target: "/v1/sessions", body: tree, status: .created),
    Row(name: "a body that is wrong", method: .post, target: "/v1/sessions", body: tree + "}", status: .badRequest),
    Row(name: "a picture of a body", method: .post, target: "/v1/picture", body: tree, isLong: true),
    Row(
      name: "a picture of a body after many steps", method: .post, target: "/v1/picture",
      body: Service.create(#""transitions": [\#(steps)], "#), isLong: true),
  ]

  /// Requests of the same session without a worker.
  static let light: [Row] = [
    Row(name: "health", target: "/healthz"),
    Row(name: "a small change", method: .post, target: "/transitions", body: Service.push("x")),
    Row(
      name: "a short batch", method: .post, target: "/transitions", body: #"{"transitions": [\#(Service.push("x"))]}"#),
    Row(name: "undo to a retained state", method: .post, target: "/transitions", body: #"{"type": "undo"}"#),
    Row(name: "an unchanged session", target: "", fields: [("If-None-Match", "\"4\"")], status: .notModified),
    Row(name: "records", target: "/transitions"),
    Row(
      name: "a revert", method: .post, target: "/transitions", body: #"{"type": "revert", "revision": 3}"#),
    Row(name: "sessions", target: "/v1/sessions"),
    Row(name: "a creation", method: .post, target: "/v1/sessions", body: Service.create(), status: .created),
    Row(name: "a deletion", method: .delete, target: "", status: .noContent),
  ]

  /// Requests of a session of the usual size, in revision 4.
  static let small: [Row] =
    light
    + heavy.filter { row in
      !["of a body", "creation", "large", "wrong", "earlier", "records"].contains { row.name.contains($0) }
    } + [Row(name: "retained records", target: "/transitions?after=2&include=changes,session")]

  /// A service with a large or small session in revision 4.
  private func prepared(_ workers: HeldWork, isLarge: Bool) throws -> (Service, String) {
    let service = Service(workers: workers)
    let path = try service.created()
    let title = isLarge ? Self.title : "t"
    let screen = #"{"type": "push", "stack": "chats", "screen": {"route": "r", "title": "\#(title)"}}"#
    for _ in 0..<2 { #expect(try service.post(path + "/transitions", screen).status == .ok) }
    for badge in 0..<2 {
      _ = try service.post(path + "/transitions", #"{"type": "setBadge", "tab": "chats", "badge": "\#(badge)"}"#)
    }
    return (service, path)
  }

  private func ask(_ row: Row, _ service: Service, _ path: String) throws -> PendingRequest {
    let target = row.target.hasPrefix("/v1") || row.target.hasPrefix("/healthz") ? row.target : path + row.target
    return try service.ask(row.method, target, (row.body.isEmpty ? [] : [Service.json]) + row.fields, body: row.body)
  }

  @Test(arguments: heavy) func heavyRequestsRunOnAWorkerWithTheSameAnswer(_ row: Row) throws {
    let workers = HeldWork()
    let (held, path) = try prepared(workers, isLarge: true)
    let (other, otherPath) = try prepared(HeldWork(), isLarge: true)
    #expect(path == otherPath)
    let expected = try ask(row, other, path).settled()
    #expect(expected.status == row.status)
    workers.begin()
    let pending = try ask(row, held, path)
    #expect(!pending.isOver && workers.waiting == 1)
    workers.work()
    let answer = try pending.settled()
    #expect(answer.status == expected.status && answer.body == expected.body)
    #expect(
      answer.fields.map { [$0.name.description, $0.value] } == expected.fields.map { [$0.name.description, $0.value] })
  }

  @Test(arguments: light) func otherRequestsRunAtOnce(_ row: Row) throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    workers.begin()
    #expect(try ask(row, service, path).settled().status == row.status && workers.waiting == 0)
  }

  @Test(arguments: small) func noRequestOfASmallSessionRunsOnAWorker(_ row: Row) throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: false)
    workers.begin()
    #expect(try ask(row, service, path).settled().status == row.status && workers.waiting == 0)
  }

  @Test func waitingRequestsAreLimited() throws {
    let workers = HeldWork()
    let service = Service(heavyRequests: 2, workers: workers)
    workers.begin()
    let row = Row(name: "creation", method: .post, target: "/v1/sessions", body: Self.tree)
    let waiting = try (0..<2).map { _ in try ask(row, service, "") }
    let refused = try ask(row, service, "").settled()
    #expect(refused.code == "store-unavailable" && refused.value(of: "Retry-After") == "1")
    #expect(try service.get("/healthz").status == .ok)
    workers.work()
    #expect(try waiting.map { try $0.settled().status } == [.created, .created])
    #expect(service.store.count == 2)
    #expect(try !ask(row, service, "").isOver)
  }

  @Test func requestsOfClosedConnectionsAreNotExecuted() throws {
    let workers = HeldWork()
    let service = Service(heavyRequests: 1, workers: workers)
    workers.begin()
    let row = Row(name: "creation", method: .post, target: "/v1/sessions", body: Self.tree)
    let left = try ask(row, service, "")
    left.call.patience.end(.left)
    #expect(left.isOver && left.response == nil)
    workers.work()
    #expect(service.store.count == 0)
    // The released request has freed its place.
    #expect(try !ask(row, service, "").isOver)
  }

  @Test(arguments: heavy) func `a client that closes its sending side ends long work, and has all other answers`(
    _ row: Row
  ) throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    workers.begin()
    let pending = try ask(row, service, path)
    pending.call.patience.end(.halfClosed)
    #expect(pending.isOver == row.isLong)
    workers.work()
    if row.isLong { #expect(pending.response == nil) } else { #expect(try pending.settled().status == row.status) }
  }

  @Test func aWorkerEncodesAnEventOnceForAllStreams() throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    let (other, _) = try prepared(HeldWork(), isLarge: true)
    let streams = try (0..<2).map { _ in try Subscriber(service, path + "/events?after=4&include=changes") }
    let expected = try Subscriber(other, path + "/events?after=4&include=changes")
    workers.begin()
    _ = try other.post(path + "/transitions", Service.push("x"))
    _ = try service.post(path + "/transitions", Service.push("x"))
    #expect(try streams[0].pieces() == [] && workers.waiting > 0)
    workers.work()
    let pieces = try streams[0].pieces()
    #expect(try pieces == expected.pieces() && pieces.count == 1)
    let others = try streams[1].pieces()
    let places = Set([pieces, others].map { $0[0].withUnsafeBufferPointer(\.baseAddress) })
    #expect(others == pieces && places.count == 1)
    // A later transition is not lost.
    _ = try service.post(path + "/transitions", Service.push("y"))
    workers.work()
    #expect(try streams[0].news() == ["transition 6"])
  }

  @Test func aStreamBeginsWithALargeSession() throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    workers.begin()
    let stream = try service.ask(.get, path + "/events")
    let begun = stream.call.take()
    #expect(stream.response != nil && begun.pieces.isEmpty && workers.waiting == 1)
    workers.work()
    let text = String(decoding: stream.call.take().pieces.joined(), as: UTF8.self)
    #expect(text.hasPrefix("id: 4\nevent: session\n"))
  }

  @Test func aLongPollIsAnsweredByAWorker() throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    let poll = try ask(Row(name: "wait", target: "?wait=10", fields: [("If-None-Match", "\"4\"")]), service, path)
    workers.begin()
    _ = try service.post(path + "/transitions", Service.push("x"))
    #expect(!poll.isOver && workers.waiting == 1)
    workers.work()
    let response = try poll.settled()
    #expect(response.value(of: "ETag") == "\"5\"" && response.status == .ok)
  }

  /// A worker writes the record and the answer before the commit.
  @Test func aHeavyChangeWaitsForItsCommit() throws {
    let (workers, backend) = (HeldWork(), TestBackend())
    let service = Service(workers: workers, store: try backend.store())
    let path = try service.created()
    let screen = #"{"type": "push", "stack": "chats", "screen": {"route": "r", "title": "\#(Self.title)"}}"#
    for _ in 0..<2 { _ = try service.post(path + "/transitions", screen) }
    workers.begin()
    backend.hold()
    let row = Row(name: "patch", method: .post, target: "/transitions?include=changes", body: Service.push("x"))
    let pending = try ask(row, service, path)
    workers.work()
    #expect(!pending.isOver && workers.waiting == 0)
    backend.release(.committed())
    #expect(try pending.settled().record().changes?.isEmpty == false)
  }

  /// A long decision has the session's turn, but not its lock: reads go on, and the next change waits for its turn.
  @Test func aChangeBesideALongOneWaitsForItsTurn() throws {
    let workers = HeldWork()
    let (service, path) = try prepared(workers, isLarge: true)
    workers.begin()
    let row = Row(name: "patch", method: .post, target: "/transitions?include=changes", body: Service.push("x"))
    let (long, short) = (
      try ask(row, service, path),
      try service.ask(
        .post, path + "/transitions", [Service.json], body: #"{"type": "setBadge", "tab": "chats", "badge": "later"}"#)
    )
    #expect(!long.isOver && !short.isOver && workers.waiting == 1)
    #expect(try service.get(path, [("If-None-Match", "\"4\"")]).status == .notModified)
    workers.work()
    #expect(try long.settled().value(of: "ETag") == "\"5\"")
    #expect(try short.settled().value(of: "ETag") == "\"6\"")
  }
}
