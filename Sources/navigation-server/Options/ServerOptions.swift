import Commands
import HTTPServer
import NavigationService
import SessionStorage

/// All options of the server.
struct ServerOptions: Sendable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  /// The path of the Unix-domain socket to listen on, instead of host and port.
  var unixSocket: String?
  /// The socket passed by the service manager, instead of all three.
  var passedSocket: PassedSocket?
  /// The given options and variables that set an address.
  var places: [String] = []
  /// Variables of the environment that look like an option's, and are none.
  var unknownVariables: [String] = []
  /// Queues that share the connections; nil: one per core.
  var shards: Int?
  var allowedHosts: [HostName] = []
  var corsOrigins: [WebOrigin] = []
  /// The file of API keys; nil: no keys.
  var apiKeyFile: String?
  /// Whether clients without a key are served on addresses other than loopback.
  var allowsAnonymous = false
  /// Requests a second of one client, and at once; nil: no limit.
  var rateLimit: Int?
  /// Concurrent event streams and long polls.
  var subscribers = 20_000
  /// Those of one client; nil: no limit.
  var subscribersOfOwner: Int?
  /// The states of one search.
  var exploreStates = 100_000
  var storeChoice = StoreChoice.memory
  /// Nil: not given, full.
  var durability: Durability?
  /// Nil: not given, two.
  var storeConnections: Int?
  /// Nil: not given, latest.
  var reads: ReadFreshness?
  /// The server's name among those that share a store; nil: machine and port.
  var node: String?
  var store = StoreLimits()
  /// Bytes of memory for all sessions; nil: a share of the machine's.
  var memoryBytes: Int?
  /// Approximate bytes of a session's records; nil: not given.
  var historyBytes: Int?
  var http = HTTPServerLimits()
  /// Seconds for open requests to finish after a stop signal.
  var drainSeconds = 10
  var logLevel = LogLevel.info
  /// Whether requests are logged on standard output.
  var logsAccess = false
  /// Whether the access log contains session ids.
  var accessLogHasIDs = true

  var shardCount: Int { shards ?? Machine.processors }
}

/// The freshness of reads of a shared store.
enum ReadFreshness: String, CaseIterable, Sendable {
  /// All changes that any server has answered before the read.
  case latest
  /// State at most one second old.
  case near
}

/// The level of the log on standard error.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case error, info

  static func < (left: LogLevel, right: LogLevel) -> Bool { left == .error && right == .info }
}

/// The store named by `--store`, whether this build supports it or not.
enum StoreChoice: Hashable, Sendable {
  case memory
  /// A file, created where missing.
  case sqlite(path: String)
  /// A database that several servers share: a URI, or a list of libpq settings.
  case postgresql(uri: String)

  init?(_ text: String) {
    let (file, database) = ("sqlite:", "postgresql:")
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix(file), text != file {
      self = .sqlite(path: String(text.dropFirst(file.count)))
    } else if text.hasPrefix(database), text != database {
      let rest = text.dropFirst(database.count)
      self = .postgresql(uri: rest.hasPrefix("//") ? text : String(rest))
    } else {
      return nil
    }
  }
}
