import Commands
import Navigation
import NavigationService
import SessionStorage

/// An option: its name on the command line and in the environment, its help text, and its setter.
struct Option: Sendable {
  let name: String
  /// The value's placeholder in the help; nil for a flag, which takes no value on the command line.
  let placeholder: String?
  let help: String
  let isRepeatable: Bool
  /// The possible values, for completions; one ending with a colon continues with a file name. Empty where too many.
  let words: [String]
  /// The limit that it sets, in the unit of its placeholder; nil where it is no limit, or none is set.
  let limit: @Sendable (ServerOptions) -> Int?
  /// Sets a value; returns the reason it is invalid, or nil.
  let set: @Sendable (inout ServerOptions, String) -> String?

  init(
    name: String, placeholder: String?, help: String, isRepeatable: Bool, words: [String] = [],
    limit: @escaping @Sendable (ServerOptions) -> Int? = { _ in nil },
    set: @escaping @Sendable (inout ServerOptions, String) -> String?
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable
    self.words = words
    self.limit = limit
    self.set = set
  }

  var variable: String { OptionName(name).variable }

  /// Whether it sets an address to listen on.
  var isPlace: Bool { ["host", "port", "unix-socket"].contains(name) }

  /// The completions of its value.
  var value: VerbOption.Value { VerbOption.Value(placeholder, words) }

  /// The table of all options.
  static let all: [Option] = [
    text("host", "ADDRESS", "address to listen on (127.0.0.1)") { $0.host = $1 },
    Option(name: "port", placeholder: "PORT", help: "port to listen on, 0 for a free one (8080)", isRepeatable: false) {
      options, value in
      guard let port = UInt16(value) else { return "is a number from 0 to 65535" }
      options.port = port
      return nil
    }, text("unix-socket", "PATH", "socket to listen on in place of host and port") { $0.unixSocket = $1 },
    Option(
      name: "shards", placeholder: "COUNT", help: "queues that serve connections (one a core)", isRepeatable: false
    ) {
      options, value in
      guard let count = Int(value), (1...256).contains(count) else { return "is a number from 1 to 256" }
      options.shards = count
      return nil
    },
    Option(
      name: "allowed-host", placeholder: "HOST", help: "host name to accept besides loopback's; repeatable",
      isRepeatable: true
    ) {
      options, value in
      guard let host = HostName(value) else { return "is a host or host:port" }
      options.allowedHosts.append(host)
      return nil
    },
    Option(
      name: "cors-origin", placeholder: "ORIGIN", help: "origin whose pages may use the server; repeatable",
      isRepeatable: true
    ) {
      options, value in
      guard let origin = WebOrigin(value) else {
        return "is an origin as browsers write it, such as https://app.example"
      }
      options.corsOrigins.append(origin)
      return nil
    },
    text("api-key-file", "FILE", "clients and their keys; without it all callers are one client") {
      $0.apiKeyFile = $1
    },
    flag(
      "allow-anonymous", "serve clients without a key, also on addresses other than loopback", at: \.allowsAnonymous),
    number("rate-limit", "COUNT", "requests a second of one client (no limit)", in: RateLimit.range, at: \.rateLimit),
    number(
      "rate-burst", "COUNT", "requests of one client at once (as --rate-limit)", in: RateLimit.range, at: \.rateBurst),
    Option(
      name: "store", placeholder: "STORE",
      help: "memory, sqlite:PATH for a file, or postgresql:URI to share sessions (memory)",
      isRepeatable: false, words: ["memory", "sqlite:"]
    ) { options, value in
      guard let choice = StoreChoice(value) else { return "is memory, sqlite:PATH or postgresql:URI" }
      options.storeChoice = choice
      return nil
    },
    Option(
      name: "durability", placeholder: "DURABILITY",
      help: "full or normal: a change is answered after its sync or after its write (full)",
      isRepeatable: false, words: Durability.allCases.map(\.rawValue)
    ) { options, value in
      guard let choice = Durability(rawValue: value) else { return "is full or normal" }
      options.durability = choice
      return nil
    },
    number(
      "store-connections", "COUNT", "connections to PostgreSQL that write, and as many that read (2)", in: 1...64,
      at: \.storeConnections),
    Option(
      name: "reads", placeholder: "READS",
      help: "latest or near: whether a read may be a second behind other servers (latest)",
      isRepeatable: false, words: ReadFreshness.allCases.map(\.rawValue)
    ) { options, value in
      guard let choice = ReadFreshness(rawValue: value) else { return "is latest or near" }
      options.reads = choice
      return nil
    }, text("node", "NAME", "this server's name among those that share a store (machine and port)") { $0.node = $1 },
    number("max-sessions", "COUNT", "sessions at once (1000000)", in: 1...1_000_000_000, at: \.store.sessions),
    number(
      "max-sessions-per-key", "COUNT", "sessions at once of one client (no limit)", in: 1...1_000_000_000,
      at: \.store.sessionsOfOwner),
    number(
      "max-memory-bytes", "BYTES", "approximate bytes of memory for sessions (60 % of machine, cgroup or ulimit)",
      in: 16_777_216...1_125_899_906_842_624, at: \.memoryBytes),
    number(
      "resident-sessions", "COUNT", "maximum resident sessions of a store (no limit)", in: 1...100_000_000,
      at: \.store.residentSessions),
    number(
      "max-session-bytes", "BYTES", "bytes of one session with its records (33554432)", in: 65_536...1_073_741_824,
      at: \.store.sessionBytes),
    number(
      "history-revisions", "COUNT", "records stored per session (256)", in: 1...1_000_000, at: \.store.history.revisions
    ),
    number(
      "history-bytes", "BYTES", "approximate bytes of these records (4194304; in memory 1048576)",
      in: 4_096...1_073_741_824, at: \.historyBytes),
    number(
      "max-subscribers", "COUNT", "event streams and long polls at once (20000)", in: 0...10_000_000, at: \.subscribers),
    number(
      "max-subscribers-per-key", "COUNT", "event streams and long polls of one client (no limit)", in: 0...10_000_000,
      at: \.subscribersOfOwner),
    number(
      "max-page-bytes", "BYTES", "bytes of one page of records (1048576)", in: 4_096...1_073_741_824, at: \.pageBytes),
    number(
      "explore-states", "COUNT", "states of one search of the server (100000)", in: 1...10_000_000, at: \.exploreStates),
    number(
      "explore-bytes", "BYTES", "approximate bytes of one search (268435456)", in: 1_048_576...1_099_511_627_776,
      at: \.exploreBytes),
    number(
      "max-target", "BYTES", "bytes of a request target (8192)", in: 64...1_048_576, at: \.http.messages.targetBytes),
    number(
      "max-head", "BYTES", "bytes of a request's head (32768)", in: 256...16_777_216, at: \.http.messages.headBytes),
    number("max-fields", "COUNT", "header fields of a request (128)", in: 8...4_096, at: \.http.messages.fieldCount),
    number("max-body", "BYTES", "bytes of a body (1048576)", in: 1_024...1_073_741_824, at: \.http.messages.bodyBytes),
    number(
      "max-buffered-bytes", "BYTES", "bytes of all incomplete bodies (268435456)", in: 1_024...(1 << 50),
      at: \.http.bufferedBytes),
    number(
      "max-unsent-bytes", "BYTES", "bytes of all responses not yet sent (268435456)", in: 1_048_576...(1 << 50),
      at: \.http.unsentBytes),
    number("max-connections", "COUNT", "connections at once (20000)", in: 1...10_000_000, at: \.http.connections),
    seconds("head-timeout", "for a request's head (10)", at: \.http.headMilliseconds),
    seconds("request-timeout", "for a whole request (30)", at: \.http.requestMilliseconds),
    seconds("idle-timeout", "between requests of a connection (60)", at: \.http.idleMilliseconds),
    seconds(
      "write-timeout", "without progress before a stalled response is dropped (30)", at: \.http.stalledWriteMilliseconds
    ),
    number(
      "min-send-rate", "BYTES", "minimum bytes a second of a response, 0 for none (1024)", in: 0...1_073_741_824,
      at: \.http.minimumSendRate),
    number(
      "drain-timeout", "SECONDS", "seconds for open requests to finish after a stop signal (10)", in: 0...3_600,
      at: \.drainSeconds),
    Option(
      name: "log-level", placeholder: "LEVEL", help: "error or info (info)", isRepeatable: false,
      words: LogLevel.allCases.map(\.rawValue)
    ) { options, value in
      guard let level = LogLevel(rawValue: value) else { return "is error or info" }
      options.logLevel = level
      return nil
    }, flag("access-log", "a line of JSON on standard output for each request", at: \.logsAccess),
    Option(
      name: "access-log-ids", placeholder: "SWITCH", help: "on or off: session ids in the access log (on)",
      isRepeatable: false, words: ["on", "off"]
    ) { options, value in
      guard value == "on" || value == "off" else { return "is on or off" }
      options.accessLogHasIDs = value == "on"
      return nil
    },
  ]

  private static func text(
    _ name: String, _ placeholder: String, _ help: String,
    set: @escaping @Sendable (inout ServerOptions, String) -> Void
  ) -> Option {
    Option(name: name, placeholder: placeholder, help: help, isRepeatable: false) { options, value in
      guard !value.isEmpty else { return "must not be empty" }
      set(&options, value)
      return nil
    }
  }

  private static func flag(_ name: String, _ help: String, at path: WritableKeyPath<ServerOptions, Bool> & Sendable)
    -> Option
  {
    Option(name: name, placeholder: nil, help: help, isRepeatable: false) { options, value in
      guard let isOn = Bool(value) else { return "is true or false" }
      options[keyPath: path] = isOn
      return nil
    }
  }

  private static func number(
    _ name: String, _ placeholder: String, _ help: String, in range: ClosedRange<Int>,
    at path: WritableKeyPath<ServerOptions, Int> & Sendable, unit: Int = 1
  ) -> Option {
    let set: @Sendable (inout ServerOptions, String) -> String? = { options, value in
      guard let number = Int(value), range.contains(number) else {
        return "is a number from \(range.lowerBound) to \(range.upperBound)"
      }
      options[keyPath: path] = number * unit
      return nil
    }
    return Option(
      name: name, placeholder: placeholder, help: help, isRepeatable: false, limit: { $0[keyPath: path] / unit },
      set: set)
  }

  private static func number(
    _ name: String, _ placeholder: String, _ help: String, in range: ClosedRange<Int>,
    at path: WritableKeyPath<ServerOptions, Int?> & Sendable
  ) -> Option {
    let set: @Sendable (inout ServerOptions, String) -> String? = { options, value in
      guard let number = Int(value), range.contains(number) else {
        return "is a number from \(range.lowerBound) to \(range.upperBound)"
      }
      options[keyPath: path] = number
      return nil
    }
    return Option(
      name: name, placeholder: placeholder, help: help, isRepeatable: false, limit: { $0[keyPath: path] }, set: set)
  }

  private static func seconds(_ name: String, _ help: String, at path: WritableKeyPath<ServerOptions, Int> & Sendable)
    -> Option
  {
    number(name, "SECONDS", "seconds " + help, in: 1...86_400, at: path, unit: 1_000)
  }
}
