import CCurl
import Synchronization

/// A command from a task to the poll thread.
enum CurlCommand {
  case start(TransportRequest, Arrival)
  case resume(Arrival)
  case cancel(Arrival)
}

/// The only state shared by tasks and the poll thread: queued commands, and libcurl's wake-up call.
final class CurlMailbox: Sendable {
  private struct State {
    var commands: [CurlCommand] = []
    var isOpen = true
  }

  private let state = Mutex(State())
  // SAFETY: used here for curl_multi_wakeup alone, which libcurl allows from any thread. It is called under the lock
  // and only while the mailbox is open. The poll thread frees the handle only after it has seen, under the same lock,
  // the mailbox closed.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  init(multi: UnsafeMutableRawPointer) { self.multi = multi }

  /// False once closed.
  @discardableResult func post(_ command: CurlCommand) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.commands.append(command)
      // An earlier command has already woken the thread.
      if state.commands.count == 1 { curl_multi_wakeup(multi) }
      return true
    }
  }

  func close() {
    state.withLock { state in
      guard state.isOpen else { return }
      state.isOpen = false
      curl_multi_wakeup(multi)
    }
  }

  /// All commands; once `isOpen` was false, no more follow.
  func take() -> (commands: [CurlCommand], isOpen: Bool) {
    state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isOpen)
    }
  }
}
