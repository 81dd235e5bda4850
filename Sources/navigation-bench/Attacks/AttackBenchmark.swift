import Glibc

/// The subcommand `attacks`: what small requests cost a server at most, each attack on one of its own, over loopback.
struct AttackBenchmark: Benchmark {
  private let attacks: [Attack]

  init(_ options: inout CommandLineOptions) throws(CommandLineOptions.WrongUsage) {
    attacks = try options.cases(of: Attack.all, by: \.name)
  }

  /// Microseconds that the server has to let go of what an attack left.
  private static let settling: UInt32 = 200_000

  func measure() throws -> [Target] {
    Cores.bindLoad()
    var table = TextTable(columns: ["Attack", "limit", "answer", "MiB before", "peak", "after", "allowed"])
    var targets: [Target] = []
    for attack in attacks {
      let server = try NavigationServer(attack.options, descriptors: attack.descriptors)
      defer { server.process.end() }
      var answer = ""
      let memory = try PeakMemory(of: server.process.pid) {
        answer = try attack.run(server)
      } settle: {
        usleep(Self.settling)
      }
      // It is still there, and answers others.
      try server.client().ask("GET", "/healthz")
      let mebibytes = [memory.before, memory.peak, memory.after].map { (Double($0) / Double(1 << 20)).text(digits: 1) }
      table.append([attack.name, attack.limit, answer] + mebibytes + ["+ \(attack.allowedMiB)"])
      targets.append(attack.target(answer, added: memory.peak - memory.before))
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }
}

/// A way to make a server spend much for little, the limit that stands against it, and what it may cost.
struct Attack: Sendable {
  let name: String
  /// The option that bounds it, with the value that the server is started with, if any; or what else does.
  let limit: String
  /// Descriptors that the server may open; nil: as many as this process may.
  let descriptors: Int?
  /// What the last answer has to be: its status and, of a problem, its code.
  let answer: String
  /// MiB of memory that the server may take for it at most, beside what it had before.
  let allowedMiB: Int
  /// Does it, with the connections kept until the memory has been read, and says what was answered.
  let run: @Sendable (NavigationServer) throws -> String

  init(
    _ name: String, _ limit: String, _ answer: String, _ allowedMiB: Int, descriptors: Int? = nil,
    run: @escaping @Sendable (NavigationServer) throws -> String
  ) {
    (self.name, self.limit, self.answer, self.allowedMiB) = (name, limit, answer, allowedMiB)
    (self.descriptors, self.run) = (descriptors, run)
  }

  /// What the server is started with beside the usual.
  var options: [String] {
    limit.hasPrefix("--") && limit.contains(" ") ? limit.split(separator: " ").map(String.init) : []
  }

  /// `added`: bytes.
  func target(_ found: String, added: Int) -> Target {
    let added = Double(added) / Double(1 << 20)
    return Target(
      name: name, goal: "\(answer), ≤ \(allowedMiB) MiB", measured: "\(found), \(added.text(digits: 1)) MiB",
      isMet: found == answer && added <= Double(allowedMiB))
  }
}
