import Synchronization

/// Messages from other threads to a shard: any thread adds, each turn of the shard takes.
struct Inbox: ~Copyable, Sendable {
  /// The messages, and whether a turn runs or will run, which takes what is added.
  private let state = Mutex<(items: [Item], isAwake: Bool)>(([], false))

  enum Item: Sendable {
    /// A task goes on.
    case job(UnownedJob)
    /// A connection's call has something new.
    case checkCall(UInt64)
    /// A connection is closed for the limit of unsent bytes.
    case shed(UInt64)
    /// The pause after a shortage of descriptors or memory has ended.
    case acceptAgain
    case drain(onDrained: @Sendable () -> Void)
    case closeAll
  }

  /// Adds a message; true where the shard has to be woken.
  func add(_ item: Item) -> Bool {
    state.withLock { state in
      state.items.append(item)
      defer { state.isAwake = true }
      return !state.isAwake
    }
  }

  /// Takes all messages, oldest first.
  func take() -> [Item] {
    state.withLock { state in
      state.isAwake = true
      guard !state.items.isEmpty else { return [] }
      defer { state.items = [] }
      return state.items
    }
  }

  /// Ends the turns; false, and without effect, where there is a message.
  func rest() -> Bool {
    state.withLock { state in
      state.isAwake = !state.items.isEmpty
      return !state.isAwake
    }
  }
}
