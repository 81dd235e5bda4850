import Dispatch
import Synchronization

/// What the calls of a backend pass, and wait at while a test has closed it.
public final class Gate: Sendable {
  private let closed = Mutex<DispatchSemaphore?>(nil)

  private let passing = Atomic<Int>(0)

  /// The calls so far.
  public var calls: Int { passing.load(ordering: .relaxed) }

  public func close() { closed.withLock { $0 = DispatchSemaphore(value: 0) } }

  public func open() {
    closed.withLock { closed in
      defer { closed = nil }
      return closed
    }?.signal()
  }

  func pass() {
    passing.add(1, ordering: .relaxed)
    guard let closed = closed.withLock({ $0 }) else { return }
    closed.wait()
    closed.signal()
  }
}
