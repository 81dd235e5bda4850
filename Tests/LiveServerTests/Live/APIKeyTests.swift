import Glibc
import Navigation
import NavigationClient
import Testing

/// A server that answers only requests with a key.
@Suite struct APIKeyTests {
  private static let (ada, ben) = ("ada-0123456789abcdef", "ben-0123456789abcdef")
  private static let keys = "# who may call\nada \(ada)\n\nben \(ben)\n"

  @Test func `a key gives access to its owner's sessions`() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.keys, to: "keys", mode: 0o600)
    let server = try await LiveServer(["--api-key-file", file, "--log-level", "error"])
    let (ada, ben) = (try Client(url: server.url, apiKey: Self.ada), try Client(url: server.url, apiKey: Self.ben))
    let id = try await ada.messenger().id
    #expect(try await ada.session(id).revision == 0)
    #expect(await failure { try await ben.session(id) }?.code == .noSuchSession)
    #expect(await failure { try await server.client.session(id) }?.code == .unauthenticated)
    #expect(try await server.client.health() == .ok)
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--port", "\(server.port)"]).end == .exit(0))
    #expect(await server.stop() == .exit(0))
  }

  @Test func `SIGHUP reloads the keys, and an invalid file leaves the old ones in force`() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.keys, to: "keys", mode: 0o600)
    let server = try await LiveServer(["--api-key-file", file])
    let id = try await Client(url: server.url, apiKey: Self.ada).messenger().id
    let second = "ada-fedcba9876543210"
    // The steps of a rotation: a second key, a mistake, and then the second key alone, after a new name.
    for (text, told, opened) in [
      (Self.keys + "ada \(second)\n", "keys read", [Self.ada, second]), ("ada", "keys not read", [Self.ada, second]),
      ("eve eve-0123456789abcdef\nada \(second)\n", "keys read", [second]),
    ] {
      _ = try directory.write(text, to: "keys", mode: 0o600)
      server.child.signal(SIGHUP)
      var line = ""
      while !line.contains(told) { line = try await server.child.errorLine() }
      #expect(!line.contains(Self.ada) && !line.contains(second))
      for key in [Self.ada, second, Self.ben, "eve-0123456789abcdef"] {
        let answer = await failure { try await Client(url: server.url, apiKey: key).session(id) }
        #expect((answer == nil) == opened.contains(key), "\(told): \(key)")
      }
    }
    #expect(await server.stop() == .exit(0))
  }

  /// A server with keys may be bound to any address, and accepts any host.
  @Test func `with keys any address is allowed`() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.keys, to: "keys", mode: 0o400)
    let child = try Child(
      LiveServer.executable, ["--host", "0.0.0.0", "--port", "0", "--api-key-file", file, "--log-level", "error"])
    let line = try await child.line()
    let port = try #require(line.wholeMatch(of: /listening on http:\/\/0\.0\.0\.0:(\d+)/).flatMap { UInt16($0.1) })
    let status = try await onThread {
      let connection = try RawConnection(port: port)
      try connection.send("GET /v1/sessions HTTP/1.1\r\nHost: nav.example\r\nAuthorization: Bearer \(Self.ben)\r\n\r\n")
      return try connection.response().status
    }
    #expect(status == 200)
    child.signal(SIGTERM)
    #expect(await child.ended() == .exit(0))
  }

  @Test(arguments: [
    (keys, 0o640, "owner"), (keys, 0o604, "owner"), (keys, 0o620, "owner"), (keys, 0o611, "owner"),
    ("#\nada \(ada)\nada \(ben)\nada \(ada)1\n", 0o600, "line 4"),
  ]) func `an untrustworthy file ends the start`(text: String, mode: Int, named: String) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "keys", mode: mode)
    let run = try await Run(LiveServer.executable, ["--port", "0", "--api-key-file", file])
    #expect(run.end == .exit(64) && run.output.isEmpty)
    #expect(run.error.contains(file) && run.error.contains(named), "\(run.error)")
    #expect(!run.error.contains(Self.ada) && !run.error.contains(Self.ben))
  }

  @Test(
    .enabled("no other user can run the server here") { try await Unprivileged.canRun() && geteuid() == 0 },
    arguments: [
      (0o440, true, nil), (0o640, true, nil), (0o444, true, "owner"), (0o460, true, "owner"), (0o440, false, "owner"),
    ] as [(mode_t, Bool, String?)])
  func `root may give its group's users the keys to read, as systemd does`(
    mode: mode_t, isOfRoot: Bool, refused: String?
  ) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.keys, to: "keys", mode: 0o600)
    chmod(directory.path, 0o755)
    chown(file, isOfRoot ? 0 : Unprivileged.user, Unprivileged.user)
    chmod(file, mode)
    let options = ["--api-key-file", file]
    if let refused {
      let words = try ["-c", Unprivileged.shell, "sh", LiveServer.executable, "--port", "0"] + options
      let run = try await Run("/bin/sh", words)
      #expect(run.end == .exit(64) && run.error.contains(refused), "\(run)")
    } else {
      #expect(await (try LiveServer(options, shell: Unprivileged.shell)).stop() == .exit(0))
    }
  }

  @Test func `a path without a file ends the start`() async throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [directory.path, pipe] {
      let run = try await Run(LiveServer.executable, ["--port", "0", "--api-key-file", path])
      #expect(run.end == .exit(64) && run.error.contains("regular file"), "\(run.error)")
    }
  }
}
