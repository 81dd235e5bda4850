#if PostgreSQL
import CPostgreSQL

/// Where a store is: a URI or a list of settings as libpq reads it, whose servers are asked one by one.
public struct PostgreSQLAddress: Sendable {
  /// Settings of libpq's for one server each.
  let servers: [[String: String]]

  /// Says what is wrong with the text.
  public struct Fault: Error, Sendable { public let reason: String }

  public init(_ uri: String) throws(Fault) {
    var message: UnsafeMutablePointer<CChar>?
    // What libpq says of a URI may repeat it, with its password: that stays here.
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

  /// The settings of each server; several share one address, one port or none.
  private static func servers(_ settings: [String: String]) throws(Fault) -> [[String: String]] {
    let lists = ["host", "hostaddr", "port"].compactMap { name in
      settings[name].map { (name, $0.split(separator: ",", omittingEmptySubsequences: false)) }
    }
    let count = lists.map(\.1.count).max() ?? 1
    return try (0..<count).map { (index) throws(Fault) in
      var server = settings
      // Which server is to be asked is decided here.
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

  /// The servers and the database, without names of users and without passwords.
  public var description: String {
    let places = servers.map { server in
      let host = server["host"] ?? server["hostaddr"] ?? "localhost"
      return server["port"].map { "\(host):\($0)" } ?? host
    }
    return places.joined(separator: ",") + (servers.first?["dbname"].map { "/\($0)" } ?? "")
  }
}
#endif
