extension HTTPCase {
  /// What this case has to reach, against the servers that took part.
  func targets(_ result: CaseResult, _ half: CaseResult?) -> [Target] {
    var targets: [Target] = []
    let cpu = { (other: Contender) in result.ratio(\.cpuMicroseconds, .ours, to: other) }
    let title = "\(name), CPU a request"
    switch (workload, depth, reconnects) {
    case (.snapshot, 1, false): if let ratio = cpu(.c) { targets.append(.atMost(1.25, " × C", title, ratio, digits: 2)) }
    case (.transition, 1, false):
      if let ratio = cpu(.c) { targets.append(.atMost(1.5, " × C", title, ratio, digits: 2)) }
      if let ratio = cpu(.nginx) { targets.append(.atMost(1.4, " × nginx", title, ratio, digits: 2)) }
    case (.transition, _, false):
      if let ratio = result.ratio(\.requestsPerSecond, .ours, to: .c) {
        targets.append(.atLeast(0.4, " × C", "\(name), requests/s", ratio, digits: 2))
      }
    case (.snapshot, _, _), (.transition, _, true): break
    }
    if let half {
      if let ratio = result.ratio(\.cpuMicroseconds, .node, to: .ours) {
        targets.append(.atLeast(3, " × Node", "\(name), requests a CPU second", ratio, digits: 2))
      }
      if let spread = half.samples[.ours]?.map({ $0.p99 / $0.p50 }).median {
        targets.append(.atMost(10, " × p50", "\(name), p99 at half of the maximum", spread, digits: 1))
      }
    }
    return targets
  }
}
