import NavigationAPI
import NavigationClient
import NavigationModel
import Testing

extension LiveTests {
  /// The ways through a session's history.
  @Suite struct UndoTests {}
}

extension LiveTests.UndoTests {
  private static let undo = Transition(.history(.undo))
  private static let redo = Transition(.history(.redo))

  @Test(arguments: ["S0.txt", "S1.txt", "S2.txt", "S3.txt"])
  func `a walk is gone back and forward again, byte for byte`(name: String) async throws {
    let client = try live.client
    let walk = try Transcript.named(name)
    let start = try #require(walk.exchanges.first { $0.path == "/v1/sessions" && $0.body != "$answer" })
    let id = try await client.createSession(CreateSession(request: Array(start.body.utf8))).body.sessionID
    var states = [try await client.snapshot(of: id).body]
    for transition in walk.transitions {
      let before = try await client.session(id).revision
      guard let answer = try? await client.apply(Transition(transition), to: id), answer.revision > before else { continue }
      states.append(try await client.snapshot(of: id).body)
    }
    let last = states.count - 1
    #expect(last > 5)
    var answer = try await client.session(id)
    for index in (0..<last).reversed() {
      #expect(answer.body.can.undo)
      let (undone, snapshot) = (try await client.apply(Self.undo, to: id, ifMatch: answer.revision), try await client.snapshot(of: id))
      #expect(undone.revision == answer.revision + 1 && snapshot.body.isSame(as: states[index]), "\(index)")
      answer = try await client.session(id)
    }
    #expect(!answer.body.can.undo)
    for index in 1...last {
      #expect(answer.body.can.redo)
      _ = try await client.apply(Self.redo, to: id)
      #expect(try await client.snapshot(of: id).body.isSame(as: states[index]), "\(index)")
      answer = try await client.session(id)
    }
    #expect(!answer.body.can.redo && answer.revision == 3 * last)
    for index in 0...last { #expect(try await client.snapshot(of: id, at: index).body.json() == states[index].json(), "\(index)") }
  }

  @Test func `nothing to undo is no problem, what is not there is one`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    let answer = try await client.apply(Self.undo, to: id)
    guard case .single(_, let outcome) = answer.body.content else { return #expect(Bool(false), "no single") }
    #expect(!outcome.handled && answer.revision == 0)
    let revert = Transition(.history(.revert(revision: 1)))
    #expect(await failure { try await client.apply(revert, to: id) }?.code == .noSuchRevision)
    #expect(await failure { try await client.apply(batch: [Self.undo], to: id) }?.code == .notInBatch)
    #expect(await failure { try await client.snapshot(of: id, at: 1) }?.code == .noSuchRevision)
    #expect(await failure { try await client.forkSession(id, at: 1) }?.code == .noSuchRevision)
    #expect(try await client.session(id).revision == 0)
  }

  @Test func `a fork is made once, and goes its own way`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    _ = try await client.apply(.showDetail("chat-42"), to: id)
    let key = try #require(IdempotencyKey("fork-\(UInt64.random(in: .min ... .max))"))
    let first = try await client.forkSession(id, at: 0, ifMatch: 1, idempotencyKey: key)
    let again = try await client.forkSession(id, at: 0, ifMatch: 1, idempotencyKey: key)
    #expect(!first.isReplayed && again.isReplayed && first.body.json() == again.body.json() && first.revision == 0)
    let fork = first.body.sessionID
    #expect(try await client.snapshot(of: fork).body == client.snapshot(of: id, at: 0).body)
    _ = try await client.apply(.push("a", on: "chats"), to: fork)
    #expect(try await client.session(id).revision == 1)
    #expect(await failure { try await client.forkSession(id, ifMatch: 0) }?.code == .staleRevision)
  }

  @Test func `an undone change is news like any other`() async throws {
    let client = try live.client
    let id = try await client.messenger()
    _ = try await client.apply(.push("a", on: "chats"), to: id)
    let undone = try await client.apply(Self.undo, to: id)
    for try await event in client.events(of: id, after: 1) {
      guard case .transition(let record) = event else { continue }
      #expect(record.json() == undone.body.json())
      break
    }
  }
}

extension Snapshot {
  /// Byte for byte but for the counter of ids, which never goes back.
  fileprivate func isSame(as other: Snapshot) -> Bool {
    var (mine, others) = (self, other)
    (mine.countedIDs, others.countedIDs) = (0, 0)
    return mine.json() == others.json()
  }
}
