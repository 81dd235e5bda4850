import CCurl
import Synchronization

/// The one thing that tasks and the poll thread share: the inbox and libcurl's wake-up call.
final class CurlMailbox: Sendable {
  private let inbox = Mutex(CurlInbox())
  // SAFETY: used here for curl_multi_wakeup alone, which libcurl allows from any thread. It is called under the lock and only
  // while the inbox is open; the poll thread frees the handle only after it has seen, under the same lock, the inbox closed.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  init(multi: UnsafeMutableRawPointer) { self.multi = multi }

  /// False once closed.
  func post(_ command: CurlCommand) -> Bool {
    inbox.withLock { inbox in
      switch inbox.add(command) {
      case .refused: return false
      case .queued(let wake):
        if wake { curl_multi_wakeup(multi) }
        return true
      }
    }
  }

  func close() {
    inbox.withLock { inbox in
      if inbox.close() { curl_multi_wakeup(multi) }
    }
  }

  func take() -> (commands: [CurlCommand], isOpen: Bool) { inbox.withLock { $0.take() } }
}
