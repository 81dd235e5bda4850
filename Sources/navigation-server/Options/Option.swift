import NavigationAPI
import NavigationService
import SessionStorage

/// One option: its name on the command line and in the environment, its text in the help, and what it sets.
struct Option: Sendable {
  let name: String
  /// What stands for the value in the help; nil where the option has none on the command line, as its name says all.
  let placeholder: String?
  let help: String
  let isRepeatable: Bool
  /// The values there are, for a shell to offer: one that ends with a colon goes on with a file's name. Empty where
  /// they are too many.
  let words: [String]
  /// What it bounds, in the unit of its placeholder; nil where it is no limit, or none was set.
  let limit: @Sendable (ServerOptions) -> Int?
  /// Says what is wrong with a value; nil where it was set.
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

  /// Whether it says where to listen.
  var isPlace: Bool { ["host", "port", "unix-socket"].contains(name) }

  /// What a shell can offer where a value is to be written.
  enum Value: Hashable {
    /// There is none.
    case none
    /// One that no shell knows.
    case any
    /// The name of a file.
    case file
    /// One of these words, as `words` has them.
    case words([String])
  }

  var value: Value {
    switch placeholder {
    case nil: .none
    case _ where !words.isEmpty: .words(words)
    case "FILE", "PATH": .file
    case _?: .any
    }
  }

  /// The one table.
  static let all: [Option] = [
    text("host", "ADDRESS", "address to listen on (127.0.0.1)", \.host),
    Option(name: "port", placeholder: "PORT", help: "port to listen on, 0 for a free one (8080)", isRepeatable: false) {
      options, value in
      guard let port = UInt16(value) else { return "is a number from 0 to 65535" }
      options.port = port
      return nil
    },
    text("unix-socket", "PATH", "socket to listen on in place of host and port", \.unixSocket),
    Option(
      name: "shards", placeholder: "COUNT", help: "queues that serve connections (one a core)", isRepeatable: false
    ) {
      options, value in
      guard let count = Int(value), (1...256).contains(count) else { return "is a number from 1 to 256" }
      options.shards = count
      return nil
    },
    Option(
      name: "allowed-host", placeholder: "HOST", help: "name to answer under beside loopback's; repeatable",
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
    text("api-key-file", "FILE", "clients and their keys; without it everybody is one client", \.apiKeyFile),
    flag("allow-anonymous", "answer everybody without a key, also from elsewhere", \.allowsAnonymous),
    number("rate-limit", "COUNT", "requests a second of one client (no limit)", RateLimit.range, \.rateLimit),
    number("rate-burst", "COUNT", "requests of one client at once (those of a second)", RateLimit.range, \.rateBurst),
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
      help: "full or normal: a change is answered behind the sync or the write (full)",
      isRepeatable: false, words: Durability.allCases.map(\.rawValue)
    ) { options, value in
      guard let choice = Durability(rawValue: value) else { return "is full or normal" }
      options.durability = choice
      return nil
    },
    number(
      "store-connections", "COUNT", "connections to PostgreSQL that write, and as many that read (2)", 1...64,
      \.storeConnections),
    Option(
      name: "reads", placeholder: "READS",
      help: "latest or near: whether a read may be a second behind other servers (latest)",
      isRepeatable: false, words: ReadFreshness.allCases.map(\.rawValue)
    ) { options, value in
      guard let choice = ReadFreshness(rawValue: value) else { return "is latest or near" }
      options.reads = choice
      return nil
    },
    text("node", "NAME", "name among the servers that share a store (machine and port)", \.node),
    number("max-sessions", "COUNT", "sessions at once (1000000)", 1...1_000_000_000, \.store.sessions),
    number(
      "max-memory-bytes", "BYTES", "bytes of memory for sessions, about (60 % of the machine's or the cgroup's)",
      16_777_216...1_125_899_906_842_624,
      \.memoryBytes),
    number(
      "resident-sessions", "COUNT", "sessions kept ready for use at most (no limit)", 1...100_000_000,
      \.store.residentSessions),
    number(
      "max-session-bytes", "BYTES", "bytes of one session with its records (8388608)", 65_536...1_073_741_824,
      \.store.sessionBytes),
    number(
      "history-revisions", "COUNT", "records kept of each session (256)", 1...1_000_000, \.store.history.revisions),
    number("history-bytes", "BYTES", "bytes of them, about (1048576)", 4_096...1_073_741_824, \.store.history.bytes),
    number("max-subscribers", "COUNT", "event streams and long polls at once (20000)", 0...10_000_000, \.subscribers),
    number("max-page-bytes", "BYTES", "bytes of one page of records (1048576)", 4_096...1_073_741_824, \.pageBytes),
    number("max-target", "BYTES", "bytes of a request target (8192)", 64...1_048_576, \.http.messages.targetBytes),
    number("max-head", "BYTES", "bytes of a request's head (32768)", 256...16_777_216, \.http.messages.headBytes),
    number("max-fields", "COUNT", "header fields of a request (128)", 8...4_096, \.http.messages.fieldCount),
    number("max-body", "BYTES", "bytes of a body (1048576)", 1_024...1_073_741_824, \.http.messages.bodyBytes),
    number(
      "max-buffered-bytes", "BYTES", "bytes of all bodies that are not complete (268435456)", 1_024...(1 << 50),
      \.http.bufferedBytes),
    number(
      "max-unsent-bytes", "BYTES", "bytes of all answers that clients do not take (268435456)", 1_048_576...(1 << 50),
      \.http.unsentBytes),
    number("max-connections", "COUNT", "connections at once (20000)", 1...10_000_000, \.http.connections),
    seconds("head-timeout", "for a request's head (10)", \.http.headMilliseconds),
    seconds("request-timeout", "for a whole request (30)", \.http.requestMilliseconds),
    seconds("idle-timeout", "between requests of a connection (60)", \.http.idleMilliseconds),
    seconds("write-timeout", "in which a client takes nothing of its answer (30)", \.http.stalledWriteMilliseconds),
    number(
      "min-send-rate", "BYTES", "bytes a second that a client takes of its answer, 0 for any (1024)", 0...1_073_741_824,
      \.http.minimumSendRate),
    number("drain-timeout", "SECONDS", "seconds to finish in when asked to stop (10)", 0...3_600, \.drainSeconds),
    Option(
      name: "log-level", placeholder: "LEVEL", help: "error or info (info)", isRepeatable: false,
      words: LogLevel.allCases.map(\.rawValue)
    ) { options, value in
      guard let level = LogLevel(rawValue: value) else { return "is error or info" }
      options.logLevel = level
      return nil
    },
    flag("access-log", "a line of JSON on standard output for each request", \.logsAccess),
    Option(
      name: "access-log-ids", placeholder: "SWITCH", help: "on or off: the session's id in such a line (on)",
      isRepeatable: false,
      words: ["on", "off"]
    ) { options, value in
      guard value == "on" || value == "off" else { return "is on or off" }
      options.accessLogHasIDs = value == "on"
      return nil
    },
  ]

  private static func text(
    _ name: String, _ placeholder: String, _ help: String, _ path: WritableKeyPath<ServerOptions, String> & Sendable
  ) -> Option {
    Option(name: name, placeholder: placeholder, help: help, isRepeatable: false) { options, value in
      guard !value.isEmpty else { return "must not be empty" }
      options[keyPath: path] = value
      return nil
    }
  }

  /// The same where nothing stands for "none".
  private static func text(
    _ name: String, _ placeholder: String, _ help: String, _ path: WritableKeyPath<ServerOptions, String?> & Sendable
  ) -> Option {
    Option(name: name, placeholder: placeholder, help: help, isRepeatable: false) { options, value in
      guard !value.isEmpty else { return "must not be empty" }
      options[keyPath: path] = value
      return nil
    }
  }

  private static func flag(_ name: String, _ help: String, _ path: WritableKeyPath<ServerOptions, Bool> & Sendable)
    -> Option
  {
    Option(name: name, placeholder: nil, help: help, isRepeatable: false) { options, value in
      guard let isOn = Bool(value) else { return "is true or false" }
      options[keyPath: path] = isOn
      return nil
    }
  }

  private static func number(
    _ name: String, _ placeholder: String, _ help: String, _ range: ClosedRange<Int>,
    _ path: WritableKeyPath<ServerOptions, Int> & Sendable, unit: Int = 1
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
    _ name: String, _ placeholder: String, _ help: String, _ range: ClosedRange<Int>,
    _ path: WritableKeyPath<ServerOptions, Int?> & Sendable
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

  private static func seconds(_ name: String, _ help: String, _ path: WritableKeyPath<ServerOptions, Int> & Sendable)
    -> Option
  {
    number(name, "SECONDS", "seconds " + help, 1...86_400, path, unit: 1_000)
  }
}
