/// The life cycle of a server: new, binding, serving, draining, drained. It only decides; `HTTPServer` acts.
struct ServerState {
  private var stage = Stage.new
  private var completions: [@Sendable () -> Void] = []
  private(set) var shards: [Shard] = []

  private enum Stage {
    case new
    case binding
    case serving
    /// Asked to drain before there were shards.
    case drainingUnbound
    case draining(shardsLeft: Int)
    case drained
  }

  /// What a call of `drain` has to do.
  enum DrainStep {
    case begins
    case continues
    case finished
  }

  /// True for the one call of `start` that may bind.
  mutating func claimStart() -> Bool {
    guard case .new = stage else { return false }
    stage = .binding
    return true
  }

  /// Stores the bound shards; true where they have to drain at once.
  mutating func publish(_ shards: [Shard]) -> Bool {
    self.shards = shards
    switch stage {
    case .drainingUnbound:
      stage = .draining(shardsLeft: shards.count)
      return true
    case .new, .binding, .serving, .draining, .drained:
      stage = .serving
      return false
    }
  }

  /// Nothing was bound: returns the pending completions.
  mutating func abortStart() -> [@Sendable () -> Void] {
    stage = .drained
    return takeCompletions()
  }

  mutating func drain(_ completion: @escaping @Sendable () -> Void) -> DrainStep {
    switch stage {
    case .new, .drained:
      stage = .drained
      return .finished
    case .binding, .drainingUnbound:
      stage = .drainingUnbound
      completions.append(completion)
      return .continues
    case .serving:
      stage = .draining(shardsLeft: shards.count)
      completions.append(completion)
      return .begins
    case .draining:
      completions.append(completion)
      return .continues
    }
  }

  /// Returns the completions after the last shard.
  mutating func shardIsDrained() -> [@Sendable () -> Void] {
    guard case .draining(let left) = stage else { return [] }
    guard left <= 1 else {
      stage = .draining(shardsLeft: left - 1)
      return []
    }
    stage = .drained
    shards = []
    return takeCompletions()
  }

  private mutating func takeCompletions() -> [@Sendable () -> Void] {
    defer { completions = [] }
    return completions
  }
}
