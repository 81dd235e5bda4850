import Waiting

/// The order of changes: one at a time, first come, first served.
///
/// A task waits for its turn without a lock. It holds one turn at a time, over a commit or a long decision.
struct Turn {
  private(set) var isHeld = false
  private var waiters: [Promise<Void>] = []
  /// Fulfilled when the present holder gives the turn back, with whether its change was committed.
  private var end: Promise<Bool>?

  /// Takes the turn if it is free.
  mutating func takeIfFree() -> Bool {
    guard !isHeld else { return false }
    isHeld = true
    return true
  }

  /// Takes the turn; a promise if the caller has to wait for it.
  mutating func take() -> Promise<Void>? {
    if takeIfFree() { return nil }
    let waiter = Promise<Void>()
    waiters.append(waiter)
    return waiter
  }

  /// Removes a waiter that waits no longer; false if the turn is its own already.
  mutating func leave(_ waiter: Promise<Void>) -> Bool {
    guard let index = waiters.firstIndex(where: { $0 === waiter }) else { return false }
    waiters.remove(at: index)
    return true
  }

  /// The end of the present turn; nil if the turn is free.
  mutating func awaitEnd() -> Promise<Bool>? {
    guard isHeld else { return nil }
    let promise = end ?? Promise()
    end = promise
    return promise
  }

  /// Gives the turn to the next waiter, if any.
  ///
  /// - Returns: those to wake, outside the lock.
  mutating func giveBack(isCommitted: Bool = false) -> Woken {
    let next = waiters.isEmpty ? nil : waiters.removeFirst()
    isHeld = next != nil
    defer { end = nil }
    return Woken(end: end, next: next, isCommitted: isCommitted)
  }

  /// Those concerned by the end of a turn.
  struct Woken {
    fileprivate let end: Promise<Bool>?
    fileprivate let next: Promise<Void>?
    fileprivate let isCommitted: Bool

    func wake() {
      end?.fulfil(isCommitted)
      next?.fulfil(())
    }
  }
}
