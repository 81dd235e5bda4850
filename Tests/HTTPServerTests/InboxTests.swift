import Dispatch
import Glibc
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct InboxTests {
  /// Added items are taken in order, after the event has become readable.
  @Test(arguments: [[], [7], [3, 1, 2], [5, 5]] as [[UInt64]])
  func allComeInOrder(added: [UInt64]) throws {
    let inbox = try Inbox()
    // The second round shows that taking leaves no state behind.
    for _ in 0..<2 {
      for token in added { inbox.add(.news(token)) }
      #expect(inbox.event.isReadable == !added.isEmpty)
      #expect(inbox.take().tokens == added)
      #expect(inbox.take().isEmpty && !inbox.event.isReadable)
    }
  }

  /// Threads add items while the test takes them at each event: a lost event would leave it waiting.
  @Test func concurrentlyAddedItemsAreNotLost() throws {
    let inbox = Unmoved(try Inbox())
    let (threads, each) = (4, 5_000)
    for thread in 0..<threads {
      DispatchQueue.global().async { for number in 0..<each { inbox.value.add(.news(UInt64(thread * each + number))) } }
    }
    var taken: [UInt64] = []
    while taken.count < threads * each, inbox.value.event.waitUntilReadable() { taken += inbox.value.take().tokens }
    #expect(taken.sorted() == (0..<UInt64(threads * each)).map { $0 })
    for thread in 0..<threads {
      let own = taken.filter { $0 / UInt64(each) == thread }
      #expect(own == own.sorted())
    }
  }

  /// Shares a value that cannot be copied.
  private final class Unmoved: Sendable {
    let value: Inbox
    init(_ value: consuming Inbox) { self.value = value }
  }
}

extension Socket {
  fileprivate var isReadable: Bool { poll(milliseconds: 0) }

  /// False after ten seconds.
  fileprivate func waitUntilReadable() -> Bool { poll(milliseconds: 10_000) }

  private func poll(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&entry, 1, milliseconds) > 0
  }
}

extension [Inbox.Item] {
  /// The connections with news.
  fileprivate var tokens: [UInt64] {
    compactMap { item in
      switch item {
      case .news(let token): token
      case .giveUp, .tick, .acceptAgain, .drain, .closeAll: nil
      }
    }
  }
}
