import Commands
import Navigation
import NavigationService
import SessionStorage

/// An option of the server, on the command line and as a variable.
struct Option: Sendable {
  /// Its name, placeholder and help.
  let entry: VerbOption
  /// What it sets.
  let value: Value

  init(_ name: String, _ placeholder: String?, _ help: String, sets value: Value) {
    entry = VerbOption(name: name, placeholder: placeholder, help: help, words: value.words)
    self.value = value
  }

  var name: String { entry.name }
  var variable: String { OptionName(name).variable }

  /// Whether it sets an address to listen on.
  var isPlace: Bool { ["host", "port", "unix-socket"].contains(name) }

  /// The table of all options.
  static let all: [Option] = [
    Option("host", "ADDRESS", "address to listen on (127.0.0.1)", sets: .text { $0.host = $1 }),
    Option("port", "PORT", "port to listen on, 0 for a free one (8080)", sets: .port),
    Option("unix-socket", "PATH", "socket to listen on in place of host and port", sets: .text { $0.unixSocket = $1 }),
    Option("shards", "COUNT", "queues that serve connections (one a core)", sets: .limit(1...256, at: \.shards)),
    Option("allowed-host", "HOST", "host name to accept besides loopback's; repeatable", sets: .hosts),
    Option("cors-origin", "ORIGIN", "origin whose pages may use the server; repeatable", sets: .origins),
    Option(
      "api-key-file", "FILE", "clients and their keys; without it all callers are one client",
      sets: .text { $0.apiKeyFile = $1 }),
    Option(
      "allow-anonymous", nil, "serve clients without a key, also on addresses other than loopback",
      sets: .flag(at: \.allowsAnonymous)),
    Option(
      "rate-limit", "COUNT", "requests a second of one client, and at once (no limit)",
      sets: .limit(1...1_000_000, at: \.rateLimit)),
    Option(
      "store", "STORE", "memory, sqlite:PATH for a file, or postgresql:URI to share sessions (memory)", sets: .store),
    Option(
      "durability", "DURABILITY", "full or normal: a change is answered after its sync or after its write (full)",
      sets: .word { $0.durability = $1 }),
    Option(
      "store-connections", "COUNT", "connections to PostgreSQL that write, and as many that read (2)",
      sets: .limit(1...64, at: \.storeConnections)),
    Option(
      "reads", "READS", "latest or near: whether a read may be a second behind other servers (latest)",
      sets: .word { $0.reads = $1 }),
    Option(
      "node", "NAME", "this server's name among those that share a store (machine and port)",
      sets: .text { $0.node = $1 }),
    Option(
      "max-sessions", "COUNT", "sessions at once (1000000)", sets: .limit(1...1_000_000_000, at: \.store.sessions)),
    Option(
      "max-sessions-per-key", "COUNT", "sessions at once of one client (no limit)",
      sets: .limit(1...1_000_000_000, at: \.store.sessionsOfOwner)),
    Option(
      "max-memory-bytes", "BYTES", "approximate bytes of memory for sessions (60 % of machine, cgroup or ulimit)",
      sets: .limit(16_777_216...1_125_899_906_842_624, at: \.memoryBytes)),
    Option(
      "max-session-bytes", "BYTES", "bytes of one session with its records (33554432)",
      sets: .limit(65_536...1_073_741_824, at: \.store.sessionBytes)),
    Option(
      "history-revisions", "COUNT", "records stored per session (256)",
      sets: .limit(1...1_000_000, at: \.store.history.revisions)),
    Option(
      "history-bytes", "BYTES", "approximate bytes of these records (4194304; in memory 1048576)",
      sets: .limit(4_096...1_073_741_824, at: \.historyBytes)),
    Option(
      "max-subscribers", "COUNT", "event streams and long polls at once (20000)",
      sets: .limit(0...10_000_000, at: \.subscribers)),
    Option(
      "max-subscribers-per-key", "COUNT", "event streams and long polls of one client (no limit)",
      sets: .limit(0...10_000_000, at: \.subscribersOfOwner)),
    Option(
      "explore-states", "COUNT", "states of one search of the server (100000)",
      sets: .limit(1...10_000_000, at: \.exploreStates)),
    Option(
      "max-body", "BYTES", "bytes of a body (1048576)",
      sets: .limit(1_024...1_073_741_824, at: \.http.messages.bodyBytes)),
    Option(
      "max-connections", "COUNT", "connections at once (20000)", sets: .limit(1...10_000_000, at: \.http.connections)),
    Option(
      "request-timeout", "SECONDS", "seconds for a whole request (30)",
      sets: .limit(1...86_400, at: \.http.requestMilliseconds, unit: 1_000)),
    Option(
      "idle-timeout", "SECONDS", "seconds between requests of a connection (60)",
      sets: .limit(1...86_400, at: \.http.idleMilliseconds, unit: 1_000)),
    Option(
      "drain-timeout", "SECONDS", "seconds for open requests to finish after a stop signal (10)",
      sets: .limit(0...3_600, at: \.drainSeconds)),
    Option("log-level", "LEVEL", "error or info (info)", sets: .word { $0.logLevel = $1 }),
    Option(
      "access-log", nil, "a line of JSON on standard output for each request", sets: .flag(at: \.logsAccess)),
    Option(
      "access-log-ids", "SWITCH", "on or off: session ids in the access log (on)",
      sets: .word { (options, choice: Switch) in options.accessLogHasIDs = choice == .on }),
  ]
}

extension Option {
  /// How an option reads its text, and what it sets.
  struct Value: Sendable {
    /// Sets the value of a text; returns the reason why it is invalid, or nil.
    let set: @Sendable (inout ServerOptions, String) -> String?
    /// The limit that it sets, in the unit of its placeholder; nil where it is no limit, or none is set.
    var limit: @Sendable (ServerOptions) -> Int? = { _ in nil }
    /// The possible texts, for completions; one ending with a colon continues with a file name. Empty where too many.
    var words: [String] = []
    var isRepeatable = false

    static func text(_ set: @escaping @Sendable (inout ServerOptions, String) -> Void) -> Value {
      Value { options, text in
        guard !text.isEmpty else { return "must not be empty" }
        set(&options, text)
        return nil
      }
    }

    static func flag(at path: WritableKeyPath<ServerOptions, Bool> & Sendable) -> Value {
      parsed("is true or false") {
        Bool($0)
      } set: {
        $0[keyPath: path] = $1
      }
    }

    static func limit(
      _ range: ClosedRange<Int>, at path: WritableKeyPath<ServerOptions, Int?> & Sendable
    ) -> Value { limit(range, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 }) }

    /// - Parameter unit: how many of the setting's units are one of the option's.
    static func limit(
      _ range: ClosedRange<Int>, at path: WritableKeyPath<ServerOptions, Int> & Sendable, unit: Int = 1
    ) -> Value { limit(range, get: { $0[keyPath: path] / unit }, set: { $0[keyPath: path] = $1 * unit }) }

    private static func limit(
      _ range: ClosedRange<Int>, get: @escaping @Sendable (ServerOptions) -> Int?,
      set: @escaping @Sendable (inout ServerOptions, Int) -> Void
    ) -> Value {
      var value = parsed("is a number from \(range.lowerBound) to \(range.upperBound)") { text in
        Int(text).flatMap { range.contains($0) ? $0 : nil }
      } set: {
        set(&$0, $1)
      }
      value.limit = get
      return value
    }

    static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
      _ set: @escaping @Sendable (inout ServerOptions, Word) -> Void
    ) -> Value {
      let words = Word.allCases.map(\.rawValue)
      return parsed("is \(words.joined(separator: " or "))", words: words) {
        Word(rawValue: $0)
      } set: {
        set(&$0, $1)
      }
    }

    static let port = parsed("is a number from 0 to 65535") {
      UInt16($0)
    } set: {
      $0.port = $1
    }
    static let hosts = parsed("is a host or host:port", isRepeatable: true) {
      HostName($0)
    } set: {
      $0.allowedHosts.append($1)
    }
    static let origins = parsed("is an origin as browsers write it, such as https://app.example", isRepeatable: true) {
      WebOrigin($0)
    } set: {
      $0.corsOrigins.append($1)
    }
    static let store = parsed("is memory, sqlite:PATH or postgresql:URI", words: ["memory", "sqlite:"]) {
      StoreChoice($0)
    } set: {
      $0.storeChoice = $1
    }

    /// - Parameter fault: why a text is invalid.
    private static func parsed<Parsed>(
      _ fault: String, words: [String] = [], isRepeatable: Bool = false,
      _ parse: @escaping @Sendable (String) -> Parsed?,
      set: @escaping @Sendable (inout ServerOptions, Parsed) -> Void
    ) -> Value {
      var value = Value { options, text in
        guard let parsed = parse(text) else { return fault }
        set(&options, parsed)
        return nil
      }
      (value.words, value.isRepeatable) = (words, isRepeatable)
      return value
    }
  }

  private enum Switch: String, CaseIterable {
    case on, off
  }
}
