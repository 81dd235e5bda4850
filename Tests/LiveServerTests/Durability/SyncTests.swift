#if SQLite
import Glibc
import Testing

/// The effect of a power failure: a change must be synced before its answer is sent.
@Suite(.serialized) struct PowerTests {
  private static let clients = 4
  private static let changes = 25
  private static let alone = 10

  /// A durability, and whether its answers wait for the sync.
  @Test(.enabled(if: Disk.hasCompiler, Disk.needsCompiler), arguments: [("full", true), ("normal", false)])
  func `an answer is sent after the sync of its change`(_ durability: String, waits: Bool) async throws {
    let (disk, folder) = (try await Disk(), try TemporaryDirectory())
    let server = try await disk.server(
      ["--store", "sqlite:\(folder.path)/sessions.db", "--durability", durability, "--log-level", "error"])
    let tokens = TokenSource()
    let shared = try await server.raw { try Self.made(tokens, StoreReader(connection: $0)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<Self.clients {
        group.addTask {
          try await server.raw { connection in
            let reader = StoreReader(connection: connection)
            let own = try Self.made(tokens, reader)
            for number in 0..<Self.changes {
              let attempt = Attempt(tokens.next(), .apply(number % 2 == 0 ? own : shared), hasKey: number % 3 == 0)
              #expect(try reader.send(attempt).status == 200)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await server.raw { connection in
      let reader = StoreReader(connection: connection)
      for _ in 0..<Self.alone {
        let own = try Self.made(tokens, reader)
        #expect(try reader.send(Attempt(tokens.next(), .delete(own))).status == 204)
      }
    }
    let journal = try disk.journal
    #expect(journal.answers.count == 1 + Self.clients * (1 + Self.changes) + 2 * Self.alone)
    #expect(Set(journal.answers).count == journal.answers.count)
    #expect(journal.early() == (waits ? [] : journal.answers), "--durability \(durability)")
    #expect(await server.stop() == .exit(0))
  }

  private static func made(_ tokens: TokenSource, _ reader: StoreReader) throws -> String {
    let answer = try reader.send(Attempt(tokens.next(), .create, hasKey: true))
    return try #require(answer.fields["location"], "\(answer)")
  }

  /// Lines of a journal, and the answers sent too early.
  @Test(
    arguments: [
      (["write a", "sync", "synced", "answer a"], []),
      (["write a", "answer a"], ["a"]),
      (["write a", "sync", "answer a", "synced"], ["a"]),
      (["sync", "write a", "synced", "answer a"], ["a"]),
      // A failed sync does not count.
      (["write a", "sync", "sync", "synced", "answer a"], ["a"]),
      // The next group may be written meanwhile.
      (["write a", "sync", "synced", "write b", "answer a", "sync", "synced", "answer b"], []),
      (["write a", "sync", "write b", "synced", "answer a", "answer b"], ["b"]),
      (["write a b", "sync", "synced", "answer b", "answer a"], []),
      // A deletion, whose token is not written.
      (["write a", "sync", "synced", "answer a", "write", "sync", "synced", "answer d"], []),
      (["write a", "sync", "synced", "answer a", "write", "answer d"], ["d"]),
      (["write a", "sync", "synced", "answer a", "answer d"], ["d"]),
    ] as [([String], [Substring])])
  func `a journal has the answers sent too early`(_ lines: [String], _ early: [Substring]) {
    #expect(DiskJournal(lines.joined(separator: "\n")).early() == early)
  }
}

/// Changes written but not synced: no client is answered, and no reader sees them.
@Suite(.serialized, .enabled(if: Disk.hasCompiler, Disk.needsCompiler)) struct HeldSyncTests {
  private let disk: Disk
  private let server: LiveServer
  private let folder: TemporaryDirectory
  private let tokens = TokenSource()
  /// The paths of two sessions.
  private let paths: [String]

  init() async throws {
    (disk, folder) = (try await Disk(), try TemporaryDirectory())
    server = try await disk.server(["--store", "sqlite:\(folder.path)/sessions.db", "--log-level", "error"])
    paths = try await server.raw { [tokens] connection in
      try (0..<2).compactMap { _ in
        try StoreReader(connection: connection).send(Attempt(tokens.next(), .create)).fields["location"]
      }
    }
    try #require(paths.count == 2)
  }

  /// Sends a request without waiting for its answer.
  private func begin(_ attempt: Attempt) throws -> Task<RawConnection.Response, any Error> {
    Task { [server] in try await server.raw { try StoreReader(connection: $0).send(attempt) } }
  }

  /// The state that readers see: the revision of the first session, of its latest record and in the list, and that of
  /// the second session, nil if it is gone.
  private func seen() async throws -> [Int?] {
    try await server.raw { [paths] connection in
      let reader = StoreReader(connection: connection)
      let list = try reader.get("/v1/sessions").text
      let lines = list.matches(of: /"sessionId":"([^"]+)".*?"revision":(\d+)/)
      let listed = lines.first { paths[0].hasSuffix($0.1) }.flatMap { Int($0.2) }
      return try [
        reader.state(of: paths[0])?.revision, reader.history(of: paths[0])?.last?.revision, listed,
        reader.state(of: paths[1])?.revision,
      ]
    }
  }

  @Test func `changes are neither read nor answered before their sync`() async throws {
    let change = Attempt(tokens.next(), .apply(paths[0]), hasKey: true)
    disk.fail(.hold)
    let first = try begin(change)
    try await disk.waitForSync()
    // These are behind the group that is being written.
    let others = [Attempt(tokens.next(), .delete(paths[1])), Attempt(tokens.next(), .create)]
    let (again, deletion, made) = (try begin(change), try begin(others[0]), try begin(others[1]))
    let before = try await seen()
    #expect(before == [0, 0, 0, 0])
    let told = Set(try disk.journal.answers.map(String.init))
    #expect(told.isDisjoint(with: [change.token, others[0].token, others[1].token]))
    disk.fail([])
    let (answer, repeated) = (try await first.value, try await again.value)
    #expect(answer.status == 200 && repeated.status == 200 && answer.body == repeated.body)
    #expect(repeated.fields["idempotency-replayed"] == "true" || answer.fields["idempotency-replayed"] == "true")
    #expect(try await deletion.value.status == 204)
    #expect(try await made.value.status == 201)
    let seen1 = try await seen()
    #expect(seen1 == [1, 1, 1, nil])
    #expect(await server.stop() == .exit(0))
  }

  @Test func `a failed commit rolls back all changes after it`() async throws {
    disk.fail(.hold)
    let changes = [
      Attempt(tokens.next(), .apply(paths[0]), hasKey: true), Attempt(tokens.next(), .apply(paths[0]), hasKey: true),
    ]
    let first = try begin(changes[0])
    try await disk.waitForSync()
    let (second, deletion) = (try begin(changes[1]), try begin(Attempt(tokens.next(), .delete(paths[1]))))
    let seen2 = try await seen()
    #expect(seen2 == [0, 0, 0, 0])
    disk.fail(.syncs)
    for task in [first, second, deletion] { #expect(try await task.value.status == 503) }
    let seen3 = try await seen()
    #expect(seen3 == [0, 0, 0, 0])
    disk.fail([])
    let answers = try await server.raw { connection in
      try changes.map { try StoreReader(connection: connection).send($0) }
    }
    #expect(answers.map(\.status) == [200, 200] && answers.map(\.revision) == [1, 2])
    #expect(answers.allSatisfy { $0.fields["idempotency-replayed"] == nil })
    let seen4 = try await seen()
    #expect(seen4 == [2, 2, 2, 0])
    #expect(await server.stop() == .exit(0))
  }

  /// Clients that disconnect before their answer.
  @Test func `the change of a disconnected client is committed once`() async throws {
    let changes = (0..<8).map { _ in Attempt(tokens.next(), .apply(paths[0]), hasKey: true) }
    disk.fail(.hold)
    try await server.raw { [port = server.port] connection in
      for change in changes {
        let connection = try RawConnection(port: port)
        try connection.send(change.text)
      }
    }
    disk.fail([])
    let answers = try await server.raw { connection in
      try changes.map { try StoreReader(connection: connection).send($0) }
    }
    #expect(answers.allSatisfy { $0.status == 200 })
    #expect(Set(answers.compactMap(\.revision)) == Set(1...8))
    let seen5 = try await seen()
    #expect(seen5 == [8, 8, 8, 0])
    #expect(await server.stop() == .exit(0))
  }

  @Test func `a stop waits for the disk`() async throws {
    disk.fail(.hold)
    let first = try begin(Attempt(tokens.next(), .apply(paths[0])))
    try await disk.waitForSync()
    server.child.signal(SIGTERM)
    // Waits until the server drains: then it is not ready, or refuses connections.
    while (try? await server.raw({ try StoreReader(connection: $0).get("/readyz").status })) == 200 {}
    disk.fail([])
    let answer = try await first.value
    #expect(answer.status == 200 && answer.fields["connection"] == "close")
    #expect(await server.child.ended() == .exit(0))
  }
}
#endif
