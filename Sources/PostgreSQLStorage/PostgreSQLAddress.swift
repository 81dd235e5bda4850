#if PostgreSQL
import CPostgreSQL

/// The address of a store: a URI or settings as libpq parses them, with one or more servers.
public struct PostgreSQLAddress: Sendable {
  /// The libpq settings of each server.
  let servers: [[String: String]]

  /// The reason that the text is invalid.
  public struct Fault: Error, Sendable { public let reason: String }

  public init(_ uri: String) throws(Fault) {
    // SAFETY: libpq sets it to text of its own, if at all, and it is freed where it is set.
    var message: UnsafeMutablePointer<CChar>?
    // libpq's message may repeat the URI with its password, so it is discarded.
    guard let options = PQconninfoParse(uri, &message) else {
      PQfreemem(message)
      throw Fault(reason: "is no URI that libpq reads, such as postgresql://user@host:5432/database")
    }
    defer { PQconninfoFree(options) }
    var settings: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    servers = try Self.servers(settings)
  }

  /// The settings of each server; a single host, address or port applies to all.
  private static func servers(_ settings: [String: String]) throws(Fault) -> [[String: String]] {
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      settings[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
    }
    let count = lists.map(\.1.count).max() ?? 1
    return try (0..<count).map { (index) throws(Fault) in
      var server = settings
      // The primary is selected by `ServerList`.
      server["target_session_attrs"] = nil
      for (name, list) in lists {
        guard list.count == count || list.count == 1 else {
          throw Fault(reason: "has \(list.count) of \(name) and \(count) servers")
        }
        let value = String(list[list.count == 1 ? 0 : index])
        server[name] = value.isEmpty ? nil : value
      }
      return server
    }
  }

  /// The servers and the database, without user names and passwords.
  public var description: String {
    let places = servers.map { server in
      let host = server["host"] ?? server["hostaddr"] ?? "localhost"
      return server["port"].map { "\(host):\($0)" } ?? host
    }
    return places.joined(separator: ",") + (servers.first?["dbname"].map { "/\($0)" } ?? "")
  }
}
#endif
