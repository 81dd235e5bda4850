import HTTPMessages
import Navigation
import SessionStorage
import StoreKinds
import Testing

@testable import NavigationService

@Suite struct APIKeysTests {
  typealias Service = ServiceUnderTest

  static let adas = "ada-0123456789abcdef"
  static let bens = "ben+0123456789/ABCDEF=="

  static func keys() throws -> APIKeys { try APIKeys(file: Array("ada \(adas)\n# a comment\n\nben\t \(bens)\n".utf8)) }

  static func bearer(_ key: String) -> [(name: String, value: String)] { [("Authorization", "Bearer " + key)] }

  /// The examples of FIPS 180-4, and lengths around the end of a block.
  @Test(arguments: [
    ("", "e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855"),
    ("abc", "ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61 d20638b8 e5c02693 0c3e6039 a33ce459 64ff2167 f6ecedd4 19db06c1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8 d30c2dd9 2ec9f095 b65e2b9a e9b0a925 a5258e24 1c9f1e91 0f734318"),
    (String(repeating: "a", count: 64), "ffe054fe 7ae0cb6d c65c3af9 b61d5209 f439851d b43d0ba5 997337df 154668eb"),
  ]) func theDigestIsSHA256(text: String, words: String) {
    let digest = SHA256.digest(of: Array(text.utf8))
    #expect(words.split(separator: " ").map { UInt32($0, radix: 16) } == (0..<8).map { digest[$0] })
  }

  static let key = "0123456789abcdef"

  @Test(
    arguments: [
      ("a \(key)", nil), ("a \(key)\n", nil), ("  a\t\(key)  \n\n# b\n  # c d e\n", nil),
      ("A.b_c-9 \(key)-._~+/==", nil),
      ("", .noKeys), ("# a\n\n", .noKeys), ("a", .notNameAndKey(line: 1)), ("a \(key) x", .notNameAndKey(line: 1)),
      ("# x\n\n\(key)", .notNameAndKey(line: 3)), ("a \(key)\nb", .notNameAndKey(line: 2)),
      ("a/b \(key)", .invalidName(line: 1)),
      ("é \(key)", .invalidName(line: 1)), (String(repeating: "a", count: 65) + " " + key, .invalidName(line: 1)),
      (String(repeating: "a", count: 64) + " " + key, nil), ("a 0123456789abcde", .invalidKey(line: 1)),
      ("a \(key)é", .invalidKey(line: 1)), ("a \(key)=x", .invalidKey(line: 1)),
      ("a ================", .invalidKey(line: 1)),
      ("# a\r\n\na \(key)\r\n", .carriageReturn(line: 3)), ("a\r", .carriageReturn(line: 1)),
      ("a " + String(repeating: "k", count: 257), .invalidKey(line: 1)),
      ("a " + String(repeating: "k", count: 256), nil), ("a \(key)\nb \(key)", .keyTaken(line: 2)),
      ("a \(key)\n#\na \(key)1", nil), ("a \(key)\n#\na \(key)1\nb \(key)2\na \(key)3", .twoKeysAlready(line: 5)),
    ] as [(String, APIKeysError?)]) func aFileIsReadLineByLine(text: String, error: APIKeysError?)
  {
    var found: APIKeysError?
    do throws(APIKeysError) { _ = try APIKeys(file: Array(text.utf8)) } catch { found = error }
    #expect(found == error)
    if let found { #expect(!found.reason.contains(Self.key)) }
  }

  @Test func aFileHasItsLimit() throws {
    let lines = (1...APIKeys.limit).map { "n\($0) \(Self.key)\($0)\n" }
    #expect(try APIKeys(file: Array(lines.joined().utf8)).names.count == APIKeys.limit)
    #expect(throws: APIKeysError.tooManyKeys) { try APIKeys(file: Array((lines.joined() + "last \(Self.key)").utf8)) }
    let service = Service(keys: try APIKeys(file: Array(lines.joined().utf8)))
    for number in [1, 500, 1_000] {
      #expect(try service.get("/v1/devices", Self.bearer("\(Self.key)\(number)")).status == .ok)
    }
  }

  @Test(
    arguments: [
      ([], "Bearer realm=\"navigation-server\""), ([""], invalid), (["Bearer"], invalid), (["Bearer "], invalid),
      (["Basic \(adas)"], invalid),
      ([adas], invalid), (["Bearer \(adas)x"], invalid), (["Bearer \(adas.dropLast())"], invalid),
      (["Bearer \(adas.uppercased())"], invalid),
      (["Bearer,\(adas)"], invalid), (["Bearer \(adas) \(bens)"], invalid),
      (["Bearer \(adas)", "Bearer \(adas)"], invalid),
      (["Bearer \(String(repeating: "k", count: 5_000))"], invalid), (["Bearer \"\(adas)\""], invalid),
      (["Bearer \(adas)"], nil), (["bEARER \(bens)"], nil), (["Bearer   \(bens)"], nil),
    ] as [([String], String?)]) func onlyAKeyOpens(values: [String], challenge: String?) throws
  {
    let service = Service(keys: try Self.keys())
    for target in ["/v1/devices", "/v1/sessions"] {
      let response = try service.get(target, values.map { (name: "Authorization", value: $0) })
      #expect(response.code == (challenge == nil ? nil : "unauthenticated"), "\(response.text)")
      #expect(response.value(of: "WWW-Authenticate") == challenge)
    }
  }

  private static let invalid = "Bearer realm=\"navigation-server\", error=\"invalid_token\""

  /// Method, target, and the code without a key and with one.
  @Test(
    arguments: [
      (.get, "/healthz", nil, nil), (.head, "/readyz", nil, nil), (.get, "/openapi.yaml", nil, nil),
      (.get, "/", nil, nil), (.head, "/inspector/icon.svg", nil, nil),
      (.get, "/inspector/none", "unauthenticated", "no-such-resource"),
      (.get, "/problems/internal", nil, nil), (.options, "/v1/sessions", nil, nil), (.options, "*", nil, nil),
      (.get, "/v1/sessions", "unauthenticated", nil), (.get, "/none", "unauthenticated", "no-such-resource"),
      (.get, "/a%2Fb", "unauthenticated", "no-such-resource"),
      (.delete, "/healthz", "unauthenticated", "method-not-allowed"),
      (.get, "/problems/none", "unauthenticated", "no-such-resource"),
      (.put, "/v1/sessions", "unauthenticated", "method-not-allowed"),
      (.post, "/v1/sessions", "unauthenticated", "unsupported-media-type"),
      (.get, "/v1/sessions?x", "unauthenticated", "invalid-parameter"),
    ] as [(HTTPMethod, String, String?, String?)]) func documentsAndHealthAreOpen(
      method: HTTPMethod, target: String, without: String?, with: String?
    ) throws
  {
    let service = Service(keys: try Self.keys())
    #expect(try service.send(method, target).code == without)
    #expect(try service.send(method, target, Self.bearer(Self.adas)).code == with)
    // An endpoint without keys ignores a wrong one.
    #expect(try service.send(method, target, Self.bearer("wrong")).code == without)
  }

  @Test func withKeysTheOriginIsCheckedAndTheHostIsNot() throws {
    let service = Service(keys: try Self.keys())
    let fields = Self.bearer(Self.adas) + [("Host", "nav.example")]
    #expect(try service.get("/v1/sessions", fields).status == .ok)
    #expect(
      try service.post("/v1/sessions", Service.create(), fields + [("Origin", "https://evil.example")]).code
        == "origin-refused")
    #expect(
      try service.post("/v1/sessions", Service.create(), [("Host", "a"), ("Origin", "https://evil.example")]).code
        == "unauthenticated")
  }

  @Test func aBrowserMaySendAKey() throws {
    let service = Service(corsOrigins: ["https://app.example"], keys: try Self.keys())
    let asked = [("Origin", "https://app.example"), ("Access-Control-Request-Method", "GET")].map {
      (name: $0.0, value: $0.1)
    }
    let allowed = try service.send(.options, "/v1/sessions", asked).value(of: "Access-Control-Allow-Headers")
    #expect(allowed?.hasPrefix("Authorization, Content-Type, ") == true)
    // A page may read the reason of its refusal.
    #expect(
      try service.get("/v1/sessions", [asked[0]]).value(of: "Access-Control-Allow-Origin") == "https://app.example")
  }

  @Test func aSessionBelongsToOneOwner() throws {
    let service = Service(keys: try Self.keys())
    let (ada, ben) = (Self.bearer(Self.adas), Self.bearer(Self.bens))
    let path = try #require(try service.post("/v1/sessions", Service.create(), ada).value(of: "Location"))
    let unknown = "/v1/sessions/s_00000000000000000000000000"
    let requests: [(HTTPMethod, String, String)] = [
      (.get, "", ""), (.get, "/snapshot", ""), (.get, "/snapshot?x", ""), (.delete, "", ""),
      (.post, "/transitions", Service.push("a")),
      (.post, "/transitions", "{"),
    ]
    for (method, suffix, body) in requests {
      let foreign = try service.send(method, path + suffix, [Service.json] + ben, body: body)
      let none = try service.send(method, unknown + suffix, [Service.json] + ben, body: body)
      #expect(foreign.code == "no-such-session" && none.code == "no-such-session", "\(method) \(suffix)")
      #expect(try foreign.problem().detail == none.problem().detail)
    }
    #expect(try service.get("/v1/sessions", ben).text == #"{"sessions":[]}"#)
    #expect(try SessionList(answer: try service.get("/v1/sessions", ada).body).sessions.count == 1)
    #expect(try service.get(path, ada).session().revision == 0)
    #expect(try service.send(.delete, path, ada).status == .noContent)
  }

  /// Successive key files, and the keys A, B and C that then read ada's session and ben's.
  static let files: [(change: String, file: String, adas: String, bens: String)] = [
    ("unchanged", "ada A\nben B", "A", "B"), ("a line inserted first", "cem C\nada A\nben B", "A", "B"),
    ("swapped", "ben B\nada A", "A", "B"),
    ("one removed", "ben B", "", "B"), ("renamed", "eve A\nben B", "", "B"),
    ("the names swap keys", "ada B\nben A", "B", "A"),
    ("a second key", "ada A\nada C\nben B", "AC", "B"), ("the first key removed", "ada C\nben B", "C", "B"),
    ("another name only", "cem C", "", ""),
  ]

  @Test(arguments: StoreKind.allCases) func aSessionBelongsToANameNotToALine(kind: StoreKind) throws {
    let store = try kind.make()
    let keys = ["A": Self.adas, "B": Self.bens, "C": "cem-0123456789abcdef"]
    func ring(_ file: String) throws -> APIKeys {
      try APIKeys(file: Array(file.map { keys[String($0)].map { $0 } ?? String($0) }.joined().utf8))
    }
    let first = Service(keys: try ring("ada A\nben B"), store: store)
    let made = try ["A", "B"].map { key in
      try #require(try first.post("/v1/sessions", Service.create(), Self.bearer(keys[key] ?? "")).value(of: "Location"))
    }
    for row in Self.files {
      // A service that starts with these keys, and a running one that reloads them.
      let running = Service(keys: try ring("ada A\nben B"), store: store)
      try running.service.replaceKeys(with: try ring(row.file))
      for service in [Service(keys: try ring(row.file), store: store), running] {
        for (path, seen) in zip(made, [row.adas, row.bens]) {
          let open = try ["A", "B", "C"].filter { try service.get(path, Self.bearer(keys[$0] ?? "")).status == .ok }
          #expect(open.joined() == seen, "\(row.change)")
        }
      }
    }
    #expect(
      try made.allSatisfy { try Service(store: store).get($0).code == "no-such-session" },
      "without keys no request reaches them")
  }

  @Test func anIdempotencyKeyBelongsToOneOwner() throws {
    let service = Service(keys: try Self.keys())
    let key = (name: "Idempotency-Key", value: "k")
    let first = try service.post("/v1/sessions", Service.create(), Self.bearer(Self.adas) + [key])
    let other = try service.post("/v1/sessions", Service.create(), Self.bearer(Self.bens) + [key])
    let again = try service.post("/v1/sessions", Service.create(), Self.bearer(Self.adas) + [key])
    #expect(other.status == .created && other.value(of: "Idempotency-Replayed") == nil)
    #expect(other.value(of: "Location") != first.value(of: "Location"))
    #expect(again.body == first.body && again.value(of: "Idempotency-Replayed") == "true")
    #expect(service.store.count == 2)
  }
}

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
