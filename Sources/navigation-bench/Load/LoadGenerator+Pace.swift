/// The three ways of `LoadPlan.Pace`.
extension LoadGenerator {
  /// A closed loop over keep-alive connections: each answer makes room for the next request.
  mutating func runAsAnswered() throws(LoadError) {
    for index in connections.indices { try send(plan.depth, on: index, at: MonotonicClock.now()) }
    while isUnfinished {
      let touched = try receive(waiting: plan.stallLimit)
      if touched.isEmpty { throw .stalled }
      for index in touched { try send(plan.depth, on: index, at: MonotonicClock.now()) }
    }
  }

  /// A closed loop in which each answer closes its connection and opens the next, whose latency has the time of connecting in it.
  mutating func runReconnecting() throws(LoadError) {
    for index in connections.indices { try send(1, on: index, at: MonotonicClock.now()) }
    while isUnfinished {
      let touched = try receive(waiting: plan.stallLimit)
      if touched.isEmpty { throw .stalled }
      for index in touched {
        if connections[index].underWay > 0 {
          try send(0, on: index, at: 0)
        } else if unsent > 0 {
          let start = MonotonicClock.now()
          try connect(at: index)
          try send(1, on: index, at: start)
        }
      }
    }
  }

  /// An open loop: request i is due at i times `interval` nanoseconds. It never sleeps, since a timer is later than a microsecond:
  /// it needs a core of its own.
  mutating func run(every interval: Double) throws(LoadError) {
    var free = FreeConnections(count: connections.count)
    let start = MonotonicClock.now()
    var lastSign = start
    while isUnfinished {
      let now = MonotonicClock.now()
      while unsent > 0 {
        let due = start + UInt64(Double(plan.requests - unsent) * interval)
        guard due <= now, let index = free.next() else { break }
        try send(1, on: index, at: due)
      }
      let touched = try receive(waiting: 0)
      if !touched.isEmpty { lastSign = now }
      if touched.isEmpty, now - lastSign > UInt64(plan.stallLimit) * 1_000_000 { throw .stalled }
      for index in touched {
        if connections[index].underWay == 0 { free.add(index) } else { try send(0, on: index, at: 0) }
      }
    }
  }
}

/// The connections that wait for a request, the one that has waited longest first, so that all have their share.
private struct FreeConnections {
  private var ring: [Int]
  private var first = 0
  private var count: Int

  init(count: Int) {
    ring = Array(0..<count)
    self.count = count
  }

  mutating func next() -> Int? {
    guard count > 0 else { return nil }
    defer {
      first = (first + 1) % ring.count
      count -= 1
    }
    return ring[first]
  }

  mutating func add(_ index: Int) {
    ring[(first + count) % ring.count] = index
    count += 1
  }
}
