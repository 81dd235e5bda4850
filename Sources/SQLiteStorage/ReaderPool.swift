#if SQLite
import SessionStorage
import Synchronization

/// Connections that read, as many as are in use at once.
final class ReaderPool: Sendable {
  private let path: String
  private let idle = Mutex<[SessionReader]>([])

  init(_ path: String) { self.path = path }

  /// Reads on this thread. Throws `unavailable` where the file cannot be opened, and what `body` throws, as far as the store's errors go.
  func read<Answer>(_ body: (SessionReader) throws -> Answer) throws(StoreError) -> Answer {
    let reader: SessionReader
    if let one = idle.withLock({ $0.popLast() }) {
      reader = one
    } else {
      do throws(SQLiteError) { reader = try SessionReader(SQLiteConnection(path, .read)) } catch { throw StoreError(error) }
    }
    let answer = try storeErrors { try body(reader) }
    // One that has failed is not used again: nobody knows what it is in the middle of.
    idle.withLock { $0.append(reader) }
    return answer
  }
}
#endif
