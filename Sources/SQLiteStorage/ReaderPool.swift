#if SQLite
import SessionStorage
import Synchronization

/// Connections that read, as many as are in use at once.
final class ReaderPool: Sendable {
  private let path: String
  /// Nil once the pool is closed.
  private let idle = Mutex<[SessionReader]?>([])

  init(_ path: String) { self.path = path }

  /// Reads on this thread. Throws `unavailable` where the file cannot be opened, and what `body` throws, as far as the store's errors go.
  func read<Answer>(_ body: (SessionReader) throws -> Answer) throws(StoreError) -> Answer {
    let reader: SessionReader
    if let one = try takeIdle() {
      reader = one
    } else {
      do throws(SQLiteError) { reader = try SessionReader(SQLiteConnection(path, .read)) } catch { throw StoreError(error) }
    }
    let answer = try storeErrors { try body(reader) }
    // One that has failed is not used again: nobody knows what it is in the middle of.
    idle.withLock { $0?.append(reader) }
    return answer
  }

  private func takeIdle() throws(StoreError) -> SessionReader? {
    try idle.withLock { (idle) throws(StoreError) in
      guard idle != nil else { throw .unavailable("the store is closed") }
      return idle?.popLast()
    }
  }

  /// Lets go of the connections; one that is in use goes when it is given back.
  func close() { idle.withLock { $0 = nil } }
}
#endif
