#if SQLite
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
#endif
