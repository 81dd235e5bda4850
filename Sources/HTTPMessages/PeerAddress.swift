/// Where a connection comes from, without its port.
public enum PeerAddress: Hashable, Sendable {
  /// The machine itself, by a Unix-domain socket, or nowhere.
  case local
  case ipv4(UInt32)
  case ipv6(high: UInt64, low: UInt64)
}
