import Dispatch
import Glibc
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct WokenConnectionsTests {
  /// What is added comes in its order, once the event tells of it.
  @Test(arguments: [[], [7], [3, 1, 2], [5, 5]] as [[UInt64]])
  func allComeInOrder(added: [UInt64]) throws {
    let woken = try WokenConnections()
    // Again: what was taken leaves nothing behind.
    for _ in 0..<2 {
      for token in added { woken.add(token) }
      #expect(woken.event.isReadable == !added.isEmpty)
      #expect(woken.take() == added)
      #expect(woken.take().isEmpty && !woken.event.isReadable)
    }
  }

  /// Threads add while one takes when it is told: a wake-up that is lost would leave it waiting.
  @Test func nothingThatIsAddedMeanwhileIsLost() throws {
    let woken = Unmoved(try WokenConnections())
    let (threads, each) = (4, 5_000)
    for thread in 0..<threads {
      DispatchQueue.global().async { for number in 0..<each { woken.value.add(UInt64(thread * each + number)) } }
    }
    var taken: [UInt64] = []
    while taken.count < threads * each, woken.value.event.waitUntilReadable() { taken += woken.value.take() }
    #expect(taken.sorted() == (0..<UInt64(threads * each)).map { $0 })
    for thread in 0..<threads {
      let own = taken.filter { $0 / UInt64(each) == thread }
      #expect(own == own.sorted())
    }
  }

  /// Shares a value that cannot be copied.
  private final class Unmoved: Sendable {
    let value: WokenConnections
    init(_ value: consuming WokenConnections) { self.value = value }
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
