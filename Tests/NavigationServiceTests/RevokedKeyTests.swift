import HTTPMessages
import Navigation
import Testing

@testable import NavigationService

/// Streams and long polls at a change of the keys.
@Suite struct RevokedKeyTests {
  typealias Service = ServiceUnderTest

  /// Key files that replace `ada A` and `ben B`, and whether a request with A that waits ends.
  static let files: [(change: String, file: String, ends: Bool)] = [
    ("unchanged", "ada A\nben B", false), ("on another line", "cem C\nben B\nada A", false),
    ("beside a second key", "ada C\nada A", false), ("another key gone", "ada A", false),
    ("gone", "ben B", true), ("replaced", "ada C\nben B", true), ("under another name", "eve A\nben B", true),
    ("the names swap keys", "ada B\nben A", true),
  ]
  private static let keys = ["A": APIKeysTests.adas, "B": APIKeysTests.bens, "C": "cem-0123456789abcdef"]

  private static func read(_ file: String) throws -> APIKeys {
    try APIKeys(file: Array(file.map { keys[String($0)] ?? String($0) }.joined().utf8))
  }

  private static func start() throws -> (Service, path: String, key: [(name: String, value: String)]) {
    let service = Service(keys: try read("ada A\nben B"))
    let key = APIKeysTests.bearer(APIKeysTests.adas)
    return (service, try #require(try service.post("/v1/sessions", Service.create(), key).value(of: "Location")), key)
  }

  @Test(arguments: files) func aStreamEndsWithItsKey(change: String, file: String, ends: Bool) throws {
    let (service, path, key) = try Self.start()
    let subscriber = try Subscriber(service, path + "/events?after=0", key)
    try service.service.replaceKeys(with: Self.read(file))
    #expect(try subscriber.news() == (ends ? ["end", "over"] : []))
  }

  @Test(arguments: files) func aLongPollEndsWithItsKey(change: String, file: String, ends: Bool) throws {
    let (service, path, key) = try Self.start()
    let poll = try service.ask(.get, path + "?wait=7", key + [("If-None-Match", "\"0\"")])
    try service.service.replaceKeys(with: Self.read(file))
    #expect(poll.isOver == ends)
    poll.call.patience.expire()
    let response = try poll.settled()
    #expect(response.status == (ends ? .unauthorized : .notModified))
    #expect(!ends || response.code == "unauthenticated")
    #expect(!ends || response.value(of: "WWW-Authenticate")?.contains("invalid_token") == true)
  }

  /// What happened before the key went is not read after it.
  @Test func noChangeIsReadAfterTheKeyIsGone() throws {
    let (service, path, key) = try Self.start()
    let subscriber = try Subscriber(service, path + "/events?after=0", key)
    let title = String(repeating: "t", count: HTTPCall.pieceBytes)
    let push = #"{"type": "push", "screen": {"route": "r", "title": "\#(title)"}, "stack": "chats"}"#
    // The first fills the room of a client that does not read.
    for body in [push, Service.push("a")] {
      #expect(try service.post(path + "/transitions", body, key).status == .ok)
    }
    try service.service.replaceKeys(with: Self.read("ben B"))
    #expect(try subscriber.news() == ["transition 1", "end", "over"])
    // A key that returns does not revive it.
    try service.service.replaceKeys(with: Self.read("ada A"))
    #expect(try subscriber.news() == ["over"])
  }
}
