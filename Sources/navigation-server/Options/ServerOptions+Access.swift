import Commands
import Glibc
import HTTPServer
import Navigation
import NavigationService
import SessionStorage

extension ServerOptions {
  /// The service's configuration, as far as options alone decide it.
  func service(_ log: ServerLog) -> ServiceConfiguration {
    ServiceConfiguration(
      allowedHosts: allowedHosts, corsOrigins: corsOrigins, rateLimit: rateLimit, subscriberLimit: subscribers,
      subscriberLimitOfOwner: subscribersOfOwner, exploreStates: exploreStates, uptime: ServerProcess.uptime,
      now: Timestamp.now,
      random: { UInt64.random(in: .min ... .max) }, log: { log.failure($0) })
  }

  func server(_ limits: HTTPServerLimits) -> HTTPServerConfiguration {
    HTTPServerConfiguration(
      host: host, port: port, unixSocket: unixSocket, passedSocket: passedSocket, shards: shardCount, limits: limits)
  }

  /// The limits of options, those of HTTP being `http`.
  func limits(_ http: HTTPServerLimits) -> [NamedLimit] {
    var bounded = self
    bounded.http = http
    return Option.all.compactMap { option in option.value.limit(bounded).map { NamedLimit(option.name, $0) } }
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

extension KeyRing {
  /// Throws where the store cannot keep the names.
  convenience init(keeping keys: APIKeys, in store: SessionStore) throws(OptionError) {
    do throws(StoreError) { try self.init(keys, in: store) } catch {
      throw OptionError("the names of the keys cannot be kept: \(error.text)")
    }
  }
}
