/// What a shard has put off, in the order in which it came.
struct WorkQueue {
  /// One thing to do for a connection; nothing where the connection is closed by then.
  enum Item {
    /// What the poller told of a connection that has much to read, to send or to ask.
    case event(Poller.Event)
    /// There is news for it.
    case news(UInt64)
    /// It has stopped in the middle, as its turn was over; or its machine is closed.
    case rest(UInt64)
    /// Its time is over.
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
      items.removeAll(keepingCapacity: items.capacity <= WorkQueue.keptItems)
      first = 0
    } else if first >= WorkQueue.keptItems, first > items.count / 2 {
      items.removeFirst(first)
      first = 0
    }
    return item
  }

  /// Items whose memory an empty queue keeps.
  private static let keptItems = 1024
}
