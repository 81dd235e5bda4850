import Glibc

/// An attack: a cheap way to cause high cost, the limit against it, and its permitted cost.
struct Attack: Sendable {
  let name: String
  /// An option of the server with its value, a shell's command before it, or another limit. Where the usual one would
  /// take too much of this machine, the server has a lower one.
  let limit: String
  /// The expected last response: its status and, of a problem, its code.
  let answer: String
  /// MiB of memory that the server may add to its initial memory.
  let allowed: Double
  /// Returns the last response.
  let run: @Sendable (Siege) throws -> String

  init(
    _ name: String, _ limit: String, _ answer: String, times allowed: Double,
    run: @escaping @Sendable (Siege) throws -> String
  ) {
    (self.name, self.limit, self.answer, self.allowed, self.run) = (name, limit, answer, allowed, run)
  }

  /// The program and its options, before the usual ones.
  func command(_ server: String) -> (program: String, options: [String]) {
    if limit.hasPrefix("ulimit ") { return ("/bin/sh", ["-c", limit + "; exec \"$@\"", "sh", server]) }
    return (server, limit.hasPrefix("--") && limit.contains(" ") ? limit.split(separator: " ").map(String.init) : [])
  }

  /// Runs each attack on a server of its own, and returns the number of those with another answer or a higher cost.
  static func measure(_ run: Run) throws -> [Measured] {
    var table = TextTable(columns: ["Attack", "limit", "answer", "MiB more", "allowed", "left after", "TCP", "met"])
    var missed = 0.0
    for attack in all {
      let (program, options) = attack.command(run.server)
      let siege = Siege(try NavigationServer(program, options))
      let process = siege.server.process
      let (before, tcp) = (try process.residentBytes(), try ChildProcess.socketBytes())
      let answer = try attack.run(siege)
      let (peak, addedTCP) = (try process.peakBytes(), try ChildProcess.socketBytes() - tcp)
      siege.clients = []
      usleep(200_000)
      let sizes = [peak - before, attack.allowed * 1_048_576, try process.residentBytes() - before, max(0, addedTCP)]
      // The server must still answer other clients.
      try siege.server.client().fetch("GET", "/healthz")
      let isMet = answer == attack.answer && sizes[0] <= sizes[1]
      if !isMet { missed += 1 }
      table.append(
        [attack.name, attack.limit, answer] + sizes.map { ($0 / 1_048_576).text(digits: 1) } + [isMet ? "yes" : "no"])
    }
    writeLine("\n" + table.text, to: 1)
    return [(missed, nil)]
  }
}

/// A server under attack, and connections that stay open until its memory was read.
final class Siege {
  let server: NavigationServer
  /// Of the session's transitions.
  let path: String
  var clients: [Client] = []

  init(_ server: NavigationServer) { (self.server, path) = (server, server.sessions[0] + "/transitions") }

  func clients(_ count: Int, receiveBuffer: CInt = 0) throws -> [Client] {
    let more = try (0..<count).map { _ in try Client(server.process.port, receiveBuffer: receiveBuffer) }
    clients += more
    return more
  }

  /// The last response on so many connections, each with what it sends.
  func last(of count: Int, receiveBuffer: CInt = 0, _ send: (Client) -> Void) throws -> String {
    let more = try clients(count, receiveBuffer: receiveBuffer)
    for client in more { send(client) }
    return more[count - 1].answer().summary
  }

  /// The response to a text.
  func response(to text: String) throws -> String { try last(of: 1) { $0.send(text) } }

  /// The last response to sequential requests.
  @discardableResult func repeated(_ count: Int = 1, _ request: (Int) -> [UInt8]) throws -> String {
    let client = try clients(1)[0]
    return (0..<count).map { number in
      client.send(request(number))
      return client.answer().summary
    }.last ?? ""
  }

  /// Letters of this number.
  func letters(_ count: Int) -> String { String(repeating: "a", count: count) }

  func create(_ body: String, length: Int? = nil) -> [UInt8] {
    request("POST", "/v1/sessions", body: body, length: length)
  }

  func change(_ body: String, query: String = "", fields: [String] = []) -> [UInt8] {
    request("POST", path + query, fields: fields, body: body)
  }

  /// Pushes screens with titles of 0.9 MB.
  func grow(_ count: Int) throws -> String {
    try repeated(count) { _ in change(ExampleSession.push(titleBytes: 900_000)) }
  }

  /// The response on the last of so many connections, of which each stays open.
  func crowd(_ count: Int) throws -> String {
    try (0..<count).map { _ in try last(of: 1) { $0.send(request("GET", "/healthz")) } }.last ?? ""
  }

  /// Likewise, of event streams.
  func subscribe() throws -> String { try last(of: 200) { $0.send(request("GET", server.sessions[0] + "/events")) } }
}
