#if SQLite
import Foundation
import SQLiteStorage
import Synchronization

/// Commits two rows of `t` at a time on its own thread, until it is stopped.
final class BusyWriter: Sendable {
  private struct State {
    var commits = 0
    var isStopping = false
    var failure: (any Error)?
  }

  private let path: String
  private let state = Mutex(State())
  private let hasCommitted = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Returns after the first commit.
  init(_ path: String) throws {
    self.path = path
    Thread { self.run() }.start()
    try waitForAnother()
  }

  private func run() {
    do {
      let connection = try SQLiteConnection(path, .write)
      while !state.withLock({ $0.isStopping }) {
        try connection.execute("INSERT INTO t(v) VALUES(zeroblob(5000)), (zeroblob(5000))")
        state.withLock { $0.commits += 1 }
        hasCommitted.signal()
      }
    } catch {
      state.withLock { $0.failure = error }
      hasCommitted.signal()
    }
    hasEnded.signal()
  }

  /// Waits for a further commit.
  func waitForAnother() throws {
    let seen = state.withLock { $0.commits }
    while true {
      let (commits, failure) = state.withLock { ($0.commits, $0.failure) }
      if let failure { throw failure }
      guard commits <= seen else { return }
      hasCommitted.wait()
    }
  }

  /// Returns after the thread has closed the file.
  func stop() {
    state.withLock { $0.isStopping = true }
    hasEnded.wait()
  }
}
#endif
