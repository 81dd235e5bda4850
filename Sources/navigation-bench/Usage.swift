/// What the command line takes.
enum Usage {
  /// The exit code for wrong usage (sysexits.h, EX_USAGE).
  static let exitCode: Int32 = 64

  /// The exit code for what was not built in (sysexits.h, EX_UNAVAILABLE).
  static let unavailableExitCode: Int32 = 69
  /// What a build says that has no store in a file.
  static let withoutSQLite = "navigation-bench: durable is left out: it and the server are to be built with --traits SQLite"

  static let text = """
    usage: navigation-bench <subcommand> [--option value ...]

      targets            http, events, soak, attacks, fairness, durable, pictures and memory, then
                         all that has a target in one table
      http               this server, the C server below and, where installed, nginx and Node by turns
                         under the same load: requests, pipelines, connections; half of the maximum
                         load; idle connections. Where wrk is installed, it asks the same once more
                         --requests 20000  --rounds 11  --connections 64  --idle 10000
                         --case NAME (all)
      events             subscribers of one session's events, and transitions that all are told of
                         --subscribers 10000  --transitions 10
      soak               the server's memory while it serves
                         --requests 1000000  --reconnects 10000  --sessions 64
      attacks            what requests that cost a client little cost the server: its answer, and
                         its memory before, at the worst moment and after
                         --case NAME (all whose name begins so)
      fairness           what one client waits for small answers while others keep the server busy
                         --requests 1000  --case NAME (all whose name begins so)
      durable            sessions in a file (built with --traits SQLite): transitions against those in
                         memory and against one sync of the disk; very many sessions created, at rest,
                         in memory, and after a restart and a crash
                         --requests 20000  --rounds 11  --sessions 1000000  --folder /var/tmp
      pictures           a session as SVG and as text against the same as JSON, without sockets; the
                         bytes of the inspector's page
      transitions        one transition of each family in the model, its JSON, and the service,
                         without sockets
      memory             sessions that nobody uses, in process: the memory of each at rest, and what
                         random access to them costs, at the usual limits and with 10,000 in use
                         --sessions 1000000  --requests 200000
      reference-server   a minimal C server with one fixed response, until a signal ends it
                         --host 127.0.0.1  --port 0  --response TEXT (an HTTP response, head and body)

    --quick, for all that measure: few of everything. It shows that they work, and no speed.
    Servers run on the first core, the load on the second.
    What it says of the release, it says when it is built as the release is:
    swift build -c release --static-swift-stdlib.
    """
}
