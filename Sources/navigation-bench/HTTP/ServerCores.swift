import CReferenceServer

/// Which core the servers run on, and which one the load.
enum ServerCores {
  static let server = 0
  private static let load = 1

  /// Binds this thread, which is the load, to its core; a machine that has but one shares it.
  static func bindLoad() {
    LoadSocket.raiseDescriptorLimit()
    if benchmark_pin_thread(CInt(load)) != 0 { writeLine("navigation-bench: no second core: server and load share one", to: 2) }
  }

  /// Does something on the servers' core that is to be measured as they are.
  static func onServerCore<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    benchmark_pin_thread(CInt(server))
    defer { benchmark_pin_thread(CInt(load)) }
    return try body()
  }
}
