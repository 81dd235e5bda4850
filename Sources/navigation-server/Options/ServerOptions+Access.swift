import Glibc
import NavigationAPI
import NavigationService

extension ServerOptions {
  /// What one client may ask for; nil is no limit.
  func requestRate() throws(OptionError) -> RateLimit? {
    if let rateLimit { return RateLimit(perSecond: rateLimit, burst: rateBurst ?? rateLimit) }
    guard rateBurst == nil else {
      throw OptionError(message: "\(OptionName("rate-burst")) needs \(OptionName("rate-limit"))")
    }
    return nil
  }

  /// The clients that are to be answered; nil where all are.
  ///
  /// Throws where any client could come from anywhere and no option says that it may, or where both are said.
  func keys() throws(OptionError) -> APIKeys? {
    if let apiKeyFile {
      guard !allowsAnonymous else {
        throw OptionError(
          message: "\(OptionName("api-key-file")) asks for keys and \(OptionName("allow-anonymous")) for none")
      }
      return try APIKeyFile.read(apiKeyFile)
    }
    guard let host = placeReachableFromElsewhere, !allowsAnonymous else { return nil }
    throw OptionError(
      message: "\(host) can be reached from elsewhere: give \(OptionName("api-key-file")), "
        + "or \(OptionName("allow-anonymous")) to answer everybody")
  }

  /// What is listened on, where that is neither loopback's nor a path.
  private var placeReachableFromElsewhere: String? {
    switch passedSocket?.address {
    case .tcp(let host, _): Self.isReachableFromElsewhere(host) ? "the socket of LISTEN_FDS, on \(host)," : nil
    case .unix: nil
    case nil: unixSocket == nil && Self.isReachableFromElsewhere(host) ? OptionName("host", host).description : nil
    }
  }

  /// One that is no address is refused later.
  private static func isReachableFromElsewhere(_ host: String) -> Bool {
    var ipv4 = in_addr()
    if inet_pton(AF_INET, host, &ipv4) == 1 { return UInt32(bigEndian: ipv4.s_addr) >> 24 != 127 }
    var ipv6 = in6_addr()
    guard inet_pton(AF_INET6, host, &ipv6) == 1 else { return false }
    let bytes = withUnsafeBytes(of: ipv6) { Array($0) }
    let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127])
    return bytes != [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] && !isMapped
  }
}
