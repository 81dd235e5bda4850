import Commands
import Glibc
import HTTPServer
import Navigation
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

  /// The service's configuration, as far as options alone decide it.
  func service(_ log: ServerLog) -> ServiceConfiguration {
    var service = ServiceConfiguration(
      uptime: ServerProcess.uptime, now: Timestamp.now, random: { UInt64.random(in: .min ... .max) })
    (service.allowedHosts, service.corsOrigins, service.rateLimit) = (allowedHosts, corsOrigins, rateLimit)
    (service.subscriberLimit, service.subscriberLimitOfOwner) = (subscribers, subscribersOfOwner)
    service.exploreStates = exploreStates
    service.log = { log.failure($0) }
    return service
  }

  /// The limits of options, those of HTTP being `http`.
  func limits(_ http: HTTPServerLimits) -> [(name: String, value: Int)] {
    var bounded = self
    bounded.http = http
    return Option.all.compactMap { option in option.value.limit(bounded).map { (option.name, $0) } }
  }

  /// The accepted clients; nil accepts all.
  ///
  /// Throws where the server is reachable from other machines without `--api-key-file` or `--allow-anonymous`, or with
  /// both.
  func keys() throws(OptionError) -> APIKeys? {
    if let apiKeyFile {
      guard !allowsAnonymous else {
        throw OptionError(
          "\(OptionName("api-key-file")) asks for keys and \(OptionName("allow-anonymous")) for none")
      }
      return try APIKeyFile.read(apiKeyFile)
    }
    guard let host = placeReachableFromElsewhere, !allowsAnonymous else { return nil }
    throw OptionError(
      "\(host) can be reached from elsewhere: give \(OptionName("api-key-file")), "
        + "or \(OptionName("allow-anonymous")) to serve clients without a key")
  }

  /// The address to listen on, where it is neither loopback nor a path.
  private var placeReachableFromElsewhere: String? {
    switch passedSocket?.address {
    case .tcp(let host, _): Self.isReachableFromElsewhere(host) ? "the socket of LISTEN_FDS, on \(host)," : nil
    case .unix: nil
    case nil: unixSocket == nil && Self.isReachableFromElsewhere(host) ? OptionName("host", host).description : nil
    }
  }

  /// A text that is no address is refused later.
  private static func isReachableFromElsewhere(_ host: String) -> Bool {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 != 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    let words = ipv6.__in6_u.__u6_addr32
    guard words.0 == 0, words.1 == 0 else { return true }
    let (third, last) = (UInt32(bigEndian: words.2), UInt32(bigEndian: words.3))
    let (isLoopback, isMapped) = (third == 0 && last == 1, third == 0xFFFF && last >> 24 == 127)
    return !isLoopback && !isMapped
  }
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

extension KeyRing {
  /// Throws where the store cannot keep the names.
  convenience init(keeping keys: APIKeys, in store: SessionStore) throws(OptionError) {
    do throws(StoreError) { try self.init(keys, in: store) } catch {
      throw OptionError("the names of the keys cannot be kept: \(error.text)")
    }
  }
}

/// The file of API keys, which only its owner may have access to, or a group that root lends it to.
enum APIKeyFile {
  /// Maximum bytes of the file.
  private static let limit = 1 << 20

  /// Throws where the file is open to others or invalid; the message contains no part of a key.
  static func read(_ path: String) throws(OptionError) -> APIKeys {
    // Non-blocking, so that opening a named pipe does not hang; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw error(path, "cannot be read: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw error(path, "is no regular file")
    }
    // A group, or the mask of systemd's access list, is how root gives another user a file to read (`LoadCredential=`, 0440).
    let isLent = status.st_uid == 0 && geteuid() != 0
    guard status.st_mode & (isLent ? 0o037 : 0o077) == 0 else {
      throw error(path, "is open to others than its owner: chmod 600 closes it")
    }
    guard let text = contents(of: descriptor) else {
      throw error(path, "cannot be read, or has more than \(limit) bytes")
    }
    do { return try APIKeys(file: text) } catch { throw Self.error(path, error.reason) }
  }

  private static func contents(of descriptor: Int32) -> [UInt8]? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while text.count <= limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return text }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      text += buffer[..<count]
    }
    return nil
  }

  private static func error(_ path: String, _ reason: String) -> OptionError {
    OptionError("\(OptionName("api-key-file", path)): \(reason)")
  }
}
