#if SQLite
import Foundation
import Glibc
import NavigationClient
import SQLiteStorage
import SeededRandom
import Testing

/// The start of a server on a log in which a bit has changed since another one was killed.
@Suite(.serialized) struct DamagedLogTests {
  private static let sessions = 30
  private static let places = TestLength.isShort ? 4 : 10
  /// Bytes of the log's header, of a frame's header and of a frame.
  private static let (header, frameHeader, frame) = (32, 24, 4_120)

  private let folder: TemporaryDirectory
  private var path: String { folder.path + "/sessions.db" }
  private var log: String { path + "-wal" }
  private var kept: String { log + ".damaged" }
  private var store: [String] { ["--store", "sqlite:" + path] }

  init() throws { folder = try TemporaryDirectory() }

  /// The file and the log of a killed server that has acknowledged sessions, each in a commit.
  private func kill(_ durability: String) async throws -> (file: Data, log: Data) {
    let server = try await LiveServer(store + ["--durability", durability, "--log-level", "error"])
    let statuses = try await server.raw { connection in
      try (0..<Self.sessions).map {
        try StoreReader(connection: connection).send(Attempt("tok-000000\(10 + $0)", .create)).status
      }
    }
    #expect(statuses == [Int](repeating: 201, count: Self.sessions))
    server.child.signal(SIGKILL)
    #expect(await server.child.ended() == .signal(SIGKILL))
    return try (bytes(of: path), bytes(of: log))
  }

  private func bytes(of path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The bytes as they were at the kill, with one bit of the log changed.
  private func lay(_ killed: (file: Data, log: Data), flipping offset: Int?) throws -> Data {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) { unlink(folder.path + "/" + name) }
    var log = killed.log
    if let offset { log[offset] ^= 0x10 }
    try killed.file.write(to: URL(filePath: path))
    try log.write(to: URL(filePath: self.log))
    return log
  }

  /// Starts and stops a server; returns its log, and the number of its sessions.
  private func serve() async throws -> (error: String, sessions: Int) {
    let server = try await LiveServer(store + ["--log-level", "error"])
    let sessions = try await server.client.allSessions().count
    #expect(await server.stop() == .exit(0))
    return try await (server.child.texts().error, sessions)
  }

  private func check() async throws -> Run { try await Run(LiveServer.executable, ["check"] + store) }

  /// The offset of each commit frame.
  private func commits(in log: Data) -> [Int] {
    stride(from: Self.header, to: log.count, by: Self.frame).filter { log[$0 + 4..<$0 + 8].contains { $0 != 0 } }
  }

  @Test(arguments: ["full", "normal"])
  func `a flipped bit is told, and its log is kept`(_ durability: String) async throws {
    let killed = try await kill(durability)
    let commits = commits(in: killed.log)
    #expect(commits.count >= Self.sessions && (killed.log.count - Self.header) % Self.frame == 0)
    let end = commits[commits.count - 2]
    // In the header, in the header of a frame, and in pages.
    let pages = (0..<Self.places - 2).map { number in
      let frame = (end - Self.header) / Self.frame * number / (Self.places - 2)
      return Self.header + frame * Self.frame + Self.frameHeader + 401 * number
    }
    let places = [20, Self.header + 2 * Self.frame + 9] + pages
    for place in places {
      let damaged = try lay(killed, flipping: place)
      for _ in 0..<2 {
        let before = try await check()
        #expect(before.end == .exit(1) && before.output.contains("behind damaged bytes"), "byte \(place): \(before)")
      }
      #expect(try bytes(of: log) == damaged && !exists(kept))
      let (error, sessions) = try await serve()
      #expect(sessions < Self.sessions && error.contains("\"event\":\"the log of the store is damaged\""), "\(error)")
      // All that SQLite has not read, but the commit of a damaged commit frame.
      let isCommit = commits.contains { $0..<$0 + Self.frame ~= place }
      let behind = commits.count { $0 + Self.frame > place } - (isCommit ? 1 : 0)
      #expect(place < Self.header || error.contains("\"commits\":\(behind),"), "byte \(place): \(error)")
      #expect(try bytes(of: kept) == damaged)
      let after = try await check()
      #expect(after.end == .exit(1) && after.output.contains("\(kept) is kept"), "byte \(place): \(after)")
      #expect(try await serve().error.isEmpty)
      unlink(kept)
      let settled = try await check()
      #expect(settled.end == .exit(0), "byte \(place): \(settled)")
    }
  }

  @Test func `a log that is whole, or whose end is torn, is none`() async throws {
    let killed = try await kill("full")
    let commits = commits(in: killed.log)
    let (last, end) = (commits[commits.count - 1], commits[commits.count - 2])
    // No flip; the last commit; the commit frame of the one before.
    for place in [nil, last + 100, last + 17, end + Self.frame + 100, end + 2_000, end + 2] {
      _ = try lay(killed, flipping: place)
      #expect(try await check().end == .exit(0), "byte \(place ?? -1)")
      let (error, sessions) = try await serve()
      #expect(error.isEmpty && !exists(kept), "byte \(place ?? -1): \(error)")
      #expect(place == nil ? sessions == Self.sessions : Self.sessions - 2..<Self.sessions ~= sessions)
    }
  }

  @Test func `the first damaged log is kept, and a start that cannot keep it is refused`() async throws {
    let killed = try await kill("full")
    let first = try lay(killed, flipping: Self.header + 100)
    _ = try await serve()
    for name in [path, log] { unlink(name) }
    try killed.file.write(to: URL(filePath: path))
    try first.write(to: URL(filePath: log))
    let mark = try folder.write("first", to: "sessions.db-wal.damaged", mode: 0o600)
    #expect(try await serve().error.contains("\"alreadyKept\":\"\(mark)\""))
    #expect(try String(decoding: bytes(of: mark), as: UTF8.self) == "first")
    _ = try lay(killed, flipping: Self.header + 100)
    try FileManager.default.createDirectory(atPath: kept + ".part", withIntermediateDirectories: false)
    let run = try await Run(LiveServer.executable, store + ["--port", "0"])
    #expect(run.end == .exit(71) && run.error.contains("cannot be kept as \(kept)"), "\(run)")
    #expect(try bytes(of: log) == first)
    rmdir(kept + ".part")
  }

  @Test func `a copy is refused, and a backup says what it is without`() async throws {
    let others = try TemporaryDirectory()
    let (other, target) = ("sqlite:\(others.path)/b", "sqlite:\(others.path)/a")
    #expect(await (try LiveServer(["--store", other, "--log-level", "error"])).stop() == .exit(0))
    let killed = try await kill("full")
    let damaged = try lay(killed, flipping: Self.header + 100)
    for (source, target) in [(store[1], target), (other, store[1])] {
      let run = try await Run(LiveServer.executable, ["copy", "--from", source, "--to", target])
      #expect(run.end == .exit(65) && run.error.contains("behind damaged bytes"), "\(run)")
    }
    let backup = try await Run(LiveServer.executable, ["backup", others.path + "/c"] + store)
    #expect(backup.end == .exit(0) && backup.error.contains("without the latest changes: "), "\(backup)")
    #expect(try bytes(of: log) == damaged && !exists(kept))
  }
}
#endif
