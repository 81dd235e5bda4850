import Glibc
import NavigationClient
import Testing

/// The executable's options, exit codes and messages.
@Suite struct CommandLineTests {
  @Test func `--help names every option`() async throws {
    let run = try await Run(LiveServer.executable, ["--help"])
    #expect(run.end == .exit(0) && run.error.isEmpty && run.output.hasPrefix("usage: navigation-server"))
    for option in [
      "host", "port", "allowed-host", "cors-origin", "store", "max-sessions", "max-body", "drain-timeout", "log-level",
      "version",
    ] {
      #expect(run.output.contains("--\(option) "), "\(option)")
    }
    for arguments in [
      ["-h"], ["help"], ["help", "demo"], ["demo", "help"], ["check", "help"], ["healthcheck", "-h"],
      ["help", "--version"],
    ] {
      #expect(try await Run(LiveServer.executable, arguments) == run, "\(arguments)")
    }
    #expect(
      try await Run(LiveServer.executable, ["--port", "no", "--help"], environment: ["NAVIGATION_PORT": "no"]) == run)
  }

  /// The program beside the server, which shares commands with it.
  @Test func `navigation says what the server says`() async throws {
    let navigation = try LiveServer.executable.replacing("/navigation-server", with: "/navigation")
    let version = try await Run(LiveServer.executable, ["--version"]).output
    #expect(try await Run(navigation, ["version"]).output == version.replacing("navigation-server", with: "navigation"))
    for arguments in [["explore", "--help"], ["help", "verify"]] {
      let help = try await Run(LiveServer.executable, arguments).output
      let verb = arguments.contains("verify") ? "verify" : "explore"
      #expect(help.hasPrefix("usage: navigation-server \(verb) [OPTION…] "))
      #expect(try await Run(navigation, arguments).output == help.replacing("navigation-server", with: "navigation"))
    }
    let folder = try TemporaryDirectory()
    let body = #"{"layout": {"name": "stack", "screen": {"route": "a"}}, "routes": {"a": {}, "b": {}}}"#
    let design = try folder.write(body, to: "app.json", mode: 0o600)
    let run = try await Run(navigation, ["explore", design])
    #expect(run.end == .exit(1) && run.error.isEmpty && run.output.contains("everyScreen:\n"))
    #expect(try await Run(LiveServer.executable, ["explore", design]) == run)
    let refused = try await Run(navigation, ["explore", design + "."])
    #expect(refused.end == .exit(66) && refused.error == "navigation: \(design).: No such file or directory\n")
    #expect(
      try await Run(LiveServer.executable, ["explore", design + "."]).error
        == refused.error.replacing("navigation: ", with: "navigation-server: "))
  }

  @Test func `--version prints one`() async throws {
    let run = try await Run(LiveServer.executable, ["--version"])
    #expect(
      run.end == .exit(0) && run.error.isEmpty
        && run.output.wholeMatch(of: /navigation-server \d+\.\d+\.\d+\S*\n/) != nil)
    for arguments in [["-v"], ["version"], ["demo", "-v"]] {
      #expect(try await Run(LiveServer.executable, arguments) == run, "\(arguments)")
    }
  }

  /// Arguments and variables, the exit code, and a text that standard error must contain.
  @Test(
    arguments: [
      (["--prot", "1"], [:], 64, "unknown option: --prot. Did you mean --port?"),
      (["--Store=memory"], [:], 64, "Did you mean --store?"),
      (["--hlep"], [:], 64, "Did you mean --help?"),
      (["--nothing-like-it"], [:], 64, "unknown option: --nothing-like-it\n"),
      (["deno"], [:], 64, "unknown command: deno. Did you mean demo?"),
      (["health-check", "--port", "1"], [:], 64, "Did you mean healthcheck?"),
      (["backup", "help"], ["NAVIGATION_STORE": "memory"], 64, "backup needs --store sqlite:PATH (NAVIGATION_STORE)"),
      (["--port"], [:], 64, "--port"),
      (["--port", "65536"], [:], 64, "65536"),
      (["--port", "-1"], [:], 64, "--port"),
      (["--port=8o8o"], [:], 64, "8o8o"),
      (["--port", "0", "--port", "0"], [:], 64, "twice"),
      (["serve"], [:], 64, "unknown command: serve\n"),
      (["-p", "0"], [:], 64, "-p"),
      (["--max-body", "1"], [:], 64, "--max-body"),
      (["--log-level", "loud"], [:], 64, "loud"),
      (["--access-log-ids", "true"], [:], 64, "--access-log-ids is on or off"),
      (["--allowed-host", ""], [:], 64, "--allowed-host"),
      ([], ["NAVIGATION_PORT": "none"], 64, "NAVIGATION_PORT"),
      ([], ["NAVIGATION_SHARDS": "0"], 64, "NAVIGATION_SHARDS"),
      (["--host", "nowhere", "--port", "0"], [:], 64, "nowhere"),
      (["--host", "192.0.2.1", "--port", "0", "--allow-anonymous"], [:], 69, "192.0.2.1"),
      (
        ["--host", "192.0.2.1", "--port", "0"], [:], 64,
        "--api-key-file (NAVIGATION_API_KEY_FILE), or --allow-anonymous (NAVIGATION_A"
      ),
      (["--host", "0.0.0.0", "--port", "0", "--allow-anonymous=false"], [:], 64, "--allow-anonymous"),
      (["--host", "::", "--port", "0"], ["NAVIGATION_ALLOW_ANONYMOUS": "no"], 64, "NAVIGATION_ALLOW_ANONYMOUS"),
      (["--api-key-file", "/nowhere/keys"], [:], 64, "/nowhere/keys"),
      (["--api-key-file", "/nowhere/keys"], ["NAVIGATION_ALLOW_ANONYMOUS": "true"], 64, "--allow-anonymous"),
      (["--api-key-file", "/dev/null"], [:], 64, "regular file"),
      (["--cors-origin", "https://app.example/"], [:], 64, "--cors-origin"),
      (["--unix-socket", String(repeating: "s", count: 108)], [:], 64, "107 bytes"),
      (["--unix-socket", ""], [:], 64, "--unix-socket"),
      (["--store", "sqlite:"], [:], 64, "sqlite:PATH"),
      (["--store", "sqlite"], [:], 64, "sqlite:PATH"),
      (["--store", "Memory"], [:], 64, "sqlite:PATH"),
      ([], ["NAVIGATION_STORE": ""], 64, "NAVIGATION_STORE"),
      (["--store", "postgresql:"], [:], 64, "postgresql:URI"),
      (["--store", "postgres://localhost"], [:], 64, "postgresql:URI"),
      (["--reads", "near"], [:], 64, "--reads (NAVIGATION_READS) is for --store postgresql:URI"),
      (["--reads", "stale"], [:], 64, "latest or near"),
      (["--node", "a", "--store", "sqlite:a.db"], [:], 64, "--node (NAVIGATION_NODE) is for --store postgresql:URI"),
      (["--store-connections", "3"], [:], 64, "--store postgresql:URI"),
      (["--store-connections", "65"], [:], 64, "from 1 to 64"),
      (["migrate"], [:], 64, "migrate needs --store postgresql:URI"),
      (["migrate", "--store", "sqlite:a.db"], [:], 64, "migrate needs --store postgresql:URI"),
      (["--finish"], [:], 64, "unknown option: --finish"),
      (["check", "--finish"], [:], 64, "unknown option: --finish"),
      (["backup", "--store", "postgresql://localhost/a", "b.db"], [:], 64, "pg_dump"),
      (["demo", "--store", "postgresql://localhost/a"], [:], 64, "--store"),
      (["--durability", "none"], [:], 64, "full or normal"),
      (["--durability", "full"], [:], 64, "--store sqlite:PATH"),
      (["--rate-limit", "0"], [:], 64, "--rate-limit"),
      (["--cors-origin", "*"], [:], 64, "--cors-origin"),
      (["--allowed-host", "http://nav.example"], [:], 64, "--allowed-host"),
      (["healthcheck", "--prot", "1"], [:], 64, "--prot"),
      (["demo", "--store", "sqlite:a.db"], [:], 64, "--store"),
      (["demo"], ["NAVIGATION_STORE": "sqlite:a.db"], 64, "--store"),
      (["demo", "--api-key-file", "keys"], [:], 64, "--api-key-file"),
      (["demo", "--unix-socket", "socket"], [:], 64, "--unix-socket"),
      (["demo", "--max-sessions", "2"], [:], 64, "session-limit"),
      (["demo", "messenger"], [:], 66, "messenger: No such file or directory"),
      (["demo", "/dev/null"], [:], 65, "/dev/null: "),
      (
        ["--host", "nowhere", "--port", "0", "--allow-anonymous"], [:], 64,
        "is an IPv4 or IPv6 address, such as 127.0.0.1, not"
      ),
      (["--host", "192.0.2.1", "--allow-anonymous"], [:], 69, "--host (NAVIGATION_HOST), such as"),
      (["check"], [:], 64, "--store sqlite:PATH (NAVIGATION_STORE)"),
      (["check", "--store", "sqlite:a.db", "b.db"], [:], 64, "b.db"),
      (["backup", "b.db"], [:], 64, "--store sqlite:PATH"),
      (["backup", "--store", "sqlite:a.db"], [:], 64, "FILE"),
      (["backup", "--store", "sqlite:a.db", "b.db", "c.db"], [:], 64, "c.db"),
      (["man", "1"], [:], 64, "unexpected argument: 1"),
      (["environment", "--port", "1"], [:], 64, "unexpected argument: --port"),
      (["completions"], [:], 64, "bash|zsh"),
      (["completions", "bsh"], [:], 64, "unknown shell: bsh. Did you mean bash?"),
      (["completions", "zsh", "bash"], [:], 64, "unexpected argument: bash"),
    ] as [([String], [String: String], CInt, String)])
  func `a wrong option ends the start`(arguments: [String], environment: [String: String], code: CInt, named: String)
    async throws
  {
    let run = try await Run(
      LiveServer.executable, arguments + ["--log-level=error"].filter { _ in code == 69 }, environment: environment)
    #expect(run.end == .exit(code) && run.output.isEmpty)
    #expect(run.error.contains(named), "\(run.error)")
  }

  #if !SQLite
  @Test func `a build without SQLite names the trait`() async throws {
    let run = try await Run(LiveServer.executable, ["--store", "sqlite:sessions.db"])
    #expect(run.end == .exit(64) && run.output.isEmpty)
    #expect(run.error.contains("--traits SQLite") && !run.error.contains("swift "), "\(run.error)")
  }
  #endif

  #if PostgreSQL
  @Test(
    arguments: [
      (["--store", "postgresql://localhost:1/none"], 69), (["check", "--store", "postgresql:host=/nowhere"], 69),
      (["migrate", "--store", "postgresql:host=127.0.0.1 port=1 password=secret"], 69),
    ] as [([String], CInt)])
  func `an unavailable database ends the start`(arguments: [String], code: CInt) async throws {
    let run = try await Run(LiveServer.executable, arguments)
    #expect(run.end == .exit(code) && run.output.isEmpty)
    #expect(
      run.error.contains("cannot be used: PostgreSQL cannot be asked") && !run.error.contains("secret"), "\(run.error)")
  }
  #else
  @Test(arguments: [[], ["check"], ["migrate"]])
  func `a build without PostgreSQL prints the command that builds it in`(command: [String]) async throws {
    let run = try await Run(LiveServer.executable, command + ["--store", "postgresql://localhost/a"])
    #expect(run.end == .exit(64) && run.output.isEmpty)
    #expect(
      run.error.contains("swift build -c release --traits SQLite,PostgreSQL --product navigation-server"),
      "\(run.error)")
  }
  #endif

  /// With fewer descriptors, Dispatch would crash the process.
  @Test(arguments: [(4, 1), (9, 1), (12, 2), (16, 64)])
  func `a lack of descriptors ends the start`(descriptors: Int, shards: Int) async throws {
    let command = #"ulimit -n \#(descriptors); exec "$0" --port 0 --shards \#(shards)"#
    let run = try await Run("/bin/sh", ["-c", command, LiveServer.executable])
    #expect(run.end == .exit(71) && run.output.isEmpty && run.error.contains("Too many open files"), "\(run)")
  }

  @Test func `a port in use ends the start`() async throws {
    let (descriptor, port) = try RawServer.listen()
    defer { close(descriptor) }
    let run = try await Run(LiveServer.executable, ["--port", "\(port)"])
    #expect(run.end == .exit(69) && run.output.isEmpty)
    let told =
      "port \(port) of 127.0.0.1 is already in use: choose another as --port (NAVIGATION_PORT), 0 for any free one"
    #expect(run.error.hasSuffix("navigation-server: \(told)\nTry: navigation-server --help\n"), "\(run.error)")
  }

  @Test func `a variable of no option is named`() async throws {
    let (descriptor, port) = try RawServer.listen()
    defer { close(descriptor) }
    let environment = ["NAVIGATION_PROT": "9", "NAVIGATION_LOG_LEVEL": "info"]
    let run = try await Run(LiveServer.executable, ["--port", "\(port)"], environment: environment)
    #expect(
      run.error.contains(#""variable":"NAVIGATION_PROT","hint":"Did you mean NAVIGATION_PORT?""#), "\(run.error)")
    #expect(!run.error.contains(#""variable":"NAVIGATION_LOG_LEVEL""#))
  }

  @Test func `the health check fails without a server`() async throws {
    let server = try await LiveServer()
    let check = ["healthcheck", "--port", "\(server.port)"]
    #expect(try await Run(LiveServer.executable, check).end == .exit(0))
    #expect(
      try await Run(LiveServer.executable, ["healthcheck"], environment: ["NAVIGATION_PORT": "\(server.port)"]).end
        == .exit(0))
    #expect(await server.stop() == .exit(0))
    let (descriptor, port) = try RawServer.reserve()
    defer { close(descriptor) }
    #expect(try await Run(LiveServer.executable, ["healthcheck", "--port", "\(port)"]).end == .exit(1))
  }

  @Test(arguments: ["HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", ""])
  func `the health check requires 200`(answer: String) async throws {
    try await RawServer.with(RawServer.always(.bytesThenClose(Array(answer.utf8)))) { server in
      let run = try await Run(LiveServer.executable, ["healthcheck", "--port", "\(server.port)"])
      #expect(run.end == .exit(1))
    }
  }

  @Test func `variables are options, and the command line takes precedence`() async throws {
    let environment = [
      "NAVIGATION_MAX_BODY": "4096", "NAVIGATION_ALLOWED_HOST": "a.example,b.example:7",
      "NAVIGATION_LOG_LEVEL": "error",
    ]
    let server = try await LiveServer(["--max-body", "1024"], environment: environment)
    let answers = try await server.raw { connection in
      var statuses: [Int] = []
      for (host, target) in [
        ("a.example", "/healthz"), ("b.example:7", "/healthz"), ("c.example", "/healthz"), ("b.example", "/healthz"),
      ] {
        try connection.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        statuses.append(try connection.response().status)
      }
      try connection.send("POST /v1/resolve HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1025\r\n\r\n")
      statuses.append(try connection.response().status)
      return statuses
    }
    #expect(answers == [200, 200, 421, 421, 413])
    #expect(await server.stop() == .exit(0))
  }
}
