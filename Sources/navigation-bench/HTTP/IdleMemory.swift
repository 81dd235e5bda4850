/// What a kept connection costs a server that has answered it once and hears nothing more.
struct IdleMemory {
  let connections: Int
  /// Private bytes of the process with one connection.
  let before: Int
  let bytesPerConnection: Double

  /// `request` is sent once on each connection, of which the first brings in what the server needs once.
  init(_ server: ChildProcess, request: [UInt8], connections: Int) throws {
    var bytes: [Int] = []
    for count in [1, connections] {
      let plan = LoadPlan(host: server.host, port: server.port, scripts: [[request]], connections: count, requests: count)
      _ = try LoadGenerator.run(plan) { bytes.append((try? ProcessUsage.of(server.pid).privateBytes) ?? 0) }
    }
    guard bytes.allSatisfy({ $0 > 0 }) else { throw BenchmarkFailure.unreadableUsage }
    self.connections = connections
    before = bytes[0]
    bytesPerConnection = Double(bytes[1] - bytes[0]) / Double(connections - 1)
  }
}
