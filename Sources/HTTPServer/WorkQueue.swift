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
