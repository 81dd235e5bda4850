import Glibc

/// The subcommand `attacks`: what small requests cost a server at most, each attack on one of its own, over loopback.
struct AttackBenchmark: Benchmark {
  private let attacks: [Attack]

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["case"], flags: ["quick"]) else { return nil }
    let name = options.text("case", default: "")
    attacks = Attack.all.filter { $0.name.hasPrefix(name) }
    guard !attacks.isEmpty else { return nil }
  }

  /// Microseconds that the server has to let go of what an attack left.
  private static let settling: UInt32 = 200_000

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    var table = TextTable(columns: AttackResult.columns)
    var targets: [Target] = []
    for attack in attacks {
      let server = try AttackedServer(options: attack.options, descriptors: attack.descriptors)
      defer { server.process.end() }
      var answer = ""
      let memory = try PeakMemory(of: server.process.pid) {
        answer = try attack.run(server)
      } settle: {
        usleep(Self.settling)
      }
      // It is still there, and answers others.
      guard try SingleExchange(server.process, "GET", "/healthz").status == 200 else {
        throw BenchmarkFailure.unexpectedAnswer(path: "/healthz", status: 0)
      }
      let result = AttackResult(attack: attack, answer: answer, memory: memory)
      table.append(result.cells)
      targets.append(result.target)
    }
    writeLine("\n" + table.text, to: 1)
    return targets
  }
}
