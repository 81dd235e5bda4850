import Dispatch
import Synchronization
import Testing

@testable import HTTPServer

@Suite struct InboxTests {
  /// Items are taken in order; only the first one wakes.
  @Test(arguments: [[], [7], [3, 1, 2], [5, 5]] as [[UInt64]])
  func allComeInOrder(added: [UInt64]) {
    let inbox = Inbox()
    // The second round shows that taking leaves no state behind.
    for _ in 0..<2 {
      #expect(added.map { inbox.add(.checkCall($0)) } == added.indices.map { $0 == 0 })
      #expect(inbox.take().tokens == added)
      #expect(inbox.take().isEmpty && inbox.rest())
    }
  }

  /// A message that comes during a turn wakes nothing, and keeps the turns going.
  @Test func aTurnTakesWhatComesMeanwhile() {
    let inbox = Inbox()
    #expect(inbox.take().isEmpty && !inbox.add(.checkCall(1)) && !inbox.rest() && !inbox.add(.checkCall(2)))
    #expect(inbox.take().tokens == [1, 2] && inbox.rest() && inbox.add(.checkCall(3)))
  }

  /// Threads add items while the test takes them each time that it is woken: a lost wake-up would leave it waiting.
  @Test func concurrentlyAddedItemsAreNotLost() {
    let (inbox, isWoken) = (Unmoved(Inbox()), DispatchSemaphore(value: 0))
    let (threads, each) = (4, 5_000)
    for thread in 0..<threads {
      DispatchQueue.global().async {
        for number in 0..<each where inbox.value.add(.checkCall(UInt64(thread * each + number))) { isWoken.signal() }
      }
    }
    var taken: [UInt64] = []
    while taken.count < threads * each, isWoken.wait(timeout: .now() + 10) == .success {
      repeat { taken += inbox.value.take().tokens } while !inbox.value.rest()
    }
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

extension [Inbox.Item] {
  /// The connections to look at.
  fileprivate var tokens: [UInt64] {
    compactMap { item in
      switch item {
      case .checkCall(let token): token
      case .job, .shed, .acceptAgain, .drain, .closeAll: nil
      }
    }
  }
}
