import HTTPMessages
import Synchronization

/// A shard's deferred work, in order of arrival.
struct WorkQueue {
  /// One piece of work; for a connection, without effect where that has closed.
  enum Item {
    /// A poller event of a connection that has much to read or to send.
    case event(Poller.Event)
    /// A task goes on.
    case job(UnownedJob)
    /// The connection's turn ended before its work did, or its machine is closed.
    case rest(UInt64)
    /// The connection's deadline has passed.
    case deadline(UInt64)
  }

  private var items: [Item] = []
  private var first = 0

  var isEmpty: Bool { first == items.count }
  var count: Int { items.count - first }

  mutating func append(_ item: Item) { items.append(item) }

  mutating func next() -> Item? {
    guard first < items.count else { return nil }
    let item = items[first]
    first += 1
    if first == items.count {
      items.removeAll(keepingCapacity: items.capacity <= WorkQueue.retainedItems)
      first = 0
    } else if first >= WorkQueue.retainedItems, first > items.count / 2 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  /// The newest item, out of its order.
  mutating func takeLast() -> Item? { isEmpty ? nil : items.removeLast() }

  /// Items whose capacity an empty queue retains.
  private static let retainedItems = 1024
}

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

/// What one turn of a shard may still do, in bytes moved between the system and the shard, plus a fixed number per
/// call.
///
/// A turn visits every ready socket. A connection may spend one budget on its event, and the queue spends one a turn.
/// Further work waits in the queue, after the connections that become ready meanwhile.
struct TurnBudget {
  /// Bytes that one turn may spend: about 0.1 ms.
  static let bytes = 256 * 1024
  /// The cost of a call of a handler or a source: it takes about as long as sending these bytes.
  static let bytesOfCall = 16 * 1024
  /// Bytes offered to the system at once.
  static let bytesOfSend = 128 * 1024
  /// A connection that spends more on its event is queued at its next one.
  static let lightBytes = 64 * 1024

  /// The bytes left; negative where the last step cost more.
  private(set) var left = TurnBudget.bytes

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ bytes: Int) { left -= bytes }
  mutating func spendCall() { left -= TurnBudget.bytesOfCall }
}
