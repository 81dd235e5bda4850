import Glibc

/// The subcommand `attacks`: the maximum cost of cheap requests, each attack on a server of its own, over loopback.
struct AttackBenchmark: Benchmark {
  private let attacks: [Attack]

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    attacks = try options.cases(of: Attack.all, by: \.name)
  }

  /// Microseconds for the server to release memory after an attack.
  private static let settling: UInt32 = 200_000

  func measure() throws -> [Target] {
    Cores.bindLoad()
    var table = TextTable(columns: ["Attack", "limit", "answer", "MiB before", "peak", "after", "allowed", "TCP"])
    var targets: [Target] = []
    for attack in attacks {
      let server = try NavigationServer(attack.options, descriptors: attack.descriptors)
      defer { server.process.end() }
      var answer = ""
      var addedTCP = 0
      let memory = try PeakMemory(of: server.process.pid) {
        addedTCP = try SocketMemory.added { answer = try attack.run(server) }
      } settle: {
        usleep(Self.settling)
      }
      // The server must still answer other clients.
      try server.client().ask("GET", "/healthz")
      let mebibytes = [memory.before, memory.peak, memory.after, addedTCP].map {
        (Double($0) / Double(1 << 20)).text(digits: 1)
      }
      let columns = mebibytes.dropLast() + ["+ \(attack.allowedMiB)", mebibytes[3]]
      table.append([attack.name, attack.limit, answer] + columns)
      targets.append(attack.target(answer, added: memory.peak - memory.before))
      if let target = attack.target(addedTCP: addedTCP) { targets.append(target) }
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }
}

/// An attack: a cheap way to cause high cost, the limit against it, and its permitted cost.
struct Attack: Sendable {
  let name: String
  /// The limiting option with the value that the server is started with, if any; or another limit.
  let limit: String
  /// The server's descriptor limit; nil: this process's.
  let descriptors: Int?
  /// The expected last response: its status and, of a problem, its code.
  let answer: String
  /// MiB of memory that the server may add to its initial memory.
  let allowedMiB: Int
  /// MiB that the kernel may add for TCP, of the server and of its clients; nil where that is not the attack.
  let allowedTCPMiB: Int?
  /// Runs the attack, with its connections open until the memory is read; returns the last response.
  let run: @Sendable (NavigationServer) throws -> String

  init(
    _ name: String, _ limit: String, _ answer: String, _ allowedMiB: Int, descriptors: Int? = nil,
    allowedTCPMiB: Int? = nil, run: @escaping @Sendable (NavigationServer) throws -> String
  ) {
    (self.name, self.limit, self.answer, self.allowedMiB) = (name, limit, answer, allowedMiB)
    (self.descriptors, self.allowedTCPMiB, self.run) = (descriptors, allowedTCPMiB, run)
  }

  /// Options of the server besides the usual.
  var options: [String] {
    limit.hasPrefix("--") && limit.contains(" ") ? limit.split(separator: " ").map(String.init) : []
  }

  /// `addedTCP`: bytes.
  func target(addedTCP: Int) -> Target? {
    allowedTCPMiB.map {
      .atMost(Double($0), " MiB", name + ": TCP", Double(addedTCP) / Double(1 << 20), digits: 1)
    }
  }

  /// `added`: bytes.
  func target(_ found: String, added: Int) -> Target {
    let added = Double(added) / Double(1 << 20)
    return Target(
      name: name, goal: "\(answer), ≤ \(allowedMiB) MiB", measured: "\(found), \(added.text(digits: 1)) MiB",
      isMet: found == answer && added <= Double(allowedMiB))
  }
}
