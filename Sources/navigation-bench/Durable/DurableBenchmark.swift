#if SQLite
/// The subcommand `durable`: what it costs that sessions outlive the process, and how many there can be.
struct DurableBenchmark: Benchmark {
  /// Requests of each round and server.
  var requests: Int
  var rounds: Int
  /// Sessions in the file.
  var sessions: Int
  /// Where the files are to lie: on a disk.
  var folder: String

  /// Nil on wrong usage.
  init?(_ arguments: some Collection<String>) {
    guard let options = CommandLineOptions(arguments, known: ["requests", "rounds", "sessions", "folder"], flags: ["quick"]) else {
      return nil
    }
    let isQuick = options.has("quick")
    guard let requests = options.number("requests", in: 1_000...1_000_000_000, default: isQuick ? 1_000 : 20_000),
      let rounds = options.number("rounds", in: 1...1_000, default: isQuick ? 1 : 11),
      // The server's own limit is the highest.
      let sessions = options.number("sessions", in: 1_000...1_000_000, default: isQuick ? 2_000 : 1_000_000)
    else { return nil }
    self.requests = requests
    self.rounds = rounds
    self.sessions = sessions
    folder = options.text("folder", default: "/var/tmp")
  }

  func measure() throws -> [Target] {
    ServerCores.bindLoad()
    let fileSystem = try FileSystem(of: folder)
    guard fileSystem.isOnDisk else { throw BenchmarkFailure.notOnADisk(folder) }
    writeLine("\nFiles in \(folder), which is \(fileSystem.name). Runnable tasks, the minute before: \(ProcessUsage.machineLoad).", to: 1)
    return try inOwnFolder { folder in
      try DurableRounds(folder: folder, requests: requests, rounds: rounds).measure()
    }
      + inOwnFolder { folder in try StoredSessions(folder: folder, count: sessions).measure() }
  }

  private func inOwnFolder(_ body: (TemporaryFolder) throws -> [Target]) throws -> [Target] {
    let own = try TemporaryFolder(in: folder)
    defer { own.remove() }
    return try body(own)
  }
}
#endif
