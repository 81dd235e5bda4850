import Glibc
import HTTPServer
import NavigationService
import SessionStorage

/// Everything that can be said to the server when it starts.
struct ServerOptions: Sendable {
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  /// The path of the Unix-domain socket to listen on, in place of host and port.
  var unixSocket: String?
  /// The socket of the service manager's, in place of all three.
  var passedSocket: PassedSocket?
  /// Which options and variables say where to listen.
  var places: [String] = []
  /// Queues that share the connections; nil: one for each core.
  var shards: Int?
  var allowedHosts: [HostName] = []
  var corsOrigins: [WebOrigin] = []
  /// The file with the clients' keys; nil: there are none.
  var apiKeyFile: String?
  /// Whether all clients are answered although the address can be reached from elsewhere.
  var allowsAnonymous = false
  /// Requests a second of one client; nil: as many as it likes.
  var rateLimit: Int?
  /// Requests of one client at once; nil: as many as in a second.
  var rateBurst: Int?
  /// Event streams and long polls at once.
  var subscribers = 20_000
  /// Bytes of one page of records.
  var pageBytes = 1 << 20
  var storeChoice = StoreChoice.memory
  /// Nil: not said, which is full.
  var durability: Durability?
  /// Nil: not said, which is two.
  var storeConnections: Int?
  /// Nil: not said, which is the latest.
  var reads: ReadFreshness?
  /// What the server is called among those that share a store; nil: by its machine and its port.
  var node: String?
  var store = StoreLimits()
  /// Bytes that all sessions may take of memory; nil: as the machine has it.
  var memoryBytes: Int?
  var http = HTTPServerLimits()
  /// Seconds in which requests that have begun may finish once the server is asked to stop.
  var drainSeconds = 10
  var logLevel = LogLevel.info
  /// Whether each request has a line on standard output.
  var logsAccess = false
  /// Whether such a line has the session's id.
  var accessLogHasIDs = true

  var shardCount: Int { shards ?? max(1, min(256, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

/// What a read of a shared store shows.
enum ReadFreshness: String, CaseIterable, Sendable {
  /// What any server has answered before it was asked.
  case latest
  /// What was so a second ago at most.
  case near
}

/// How much goes to standard error.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case error, info

  static func < (left: LogLevel, right: LogLevel) -> Bool { left == .error && right == .info }
}

/// What the command line asks for.
enum Command: Sendable {
  case serve(ServerOptions)
  /// Serves sessions of its own, to look at.
  case demo(ServerOptions)
  /// Asks a running server whether it is well.
  case healthCheck(ServerOptions)
  /// Reads all that a store keeps.
  case check(ServerOptions)
  /// Makes the tables that this version needs.
  case migrate(ServerOptions, finishes: Bool)
  /// Copies a store to a new file.
  case backup(ServerOptions, file: String)
  case help
  case version
  /// Prints one of its own papers.
  case page(Page)
}

/// An option that is wrong, and why.
struct OptionError: Error, Sendable {
  let message: String
}
