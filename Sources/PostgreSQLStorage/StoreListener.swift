#if PostgreSQL
import Dispatch
import Navigation
import SessionStorage
import Synchronization

/// Listens for writes of other engines; polls periodically for notifications that it missed.
final class StoreListener: Sendable {
  /// Milliseconds between two polls.
  static let pollMilliseconds = 5_000
  /// Milliseconds between two polls while not listening.
  static let deafPollMilliseconds = 200
  /// Milliseconds after which it checks whether to stop.
  private static let turnMilliseconds = 100

  private let node: StoreNode
  private let notice: @Sendable (StoreNotice) -> Void
  private let isStopped = Atomic<Bool>(false)
  private let isListening = Atomic<Bool>(false)
  private let queue = DispatchQueue(label: "navigation.postgresql.listener", qos: .userInitiated)

  init(_ node: StoreNode, _ notice: @escaping @Sendable (StoreNotice) -> Void) {
    (self.node, self.notice) = (node, notice)
  }

  func start() { queue.async { [self] in run() } }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether it is listening now.
  var isHealthy: Bool { isListening.load(ordering: .relaxed) }

  private func run() {
    var connection: PostgreSQLConnection?
    var lastPoll = PostgreSQLConnection.milliseconds()
    while !isStopped.load(ordering: .relaxed) {
      do throws(PostgreSQLError) {
        if connection.map(node.servers.isCurrent) != true { connection = nil }
        let standing: PostgreSQLConnection
        if let connection {
          standing = connection
        } else {
          standing = try node.servers.connect()
          try standing.execute("LISTEN \(node.servers.schema)")
          // Polls for writes from before it listened.
          lastPoll = 0
        }
        connection = standing
        isListening.store(true, ordering: .relaxed)
        for notification in try standing.notifications(within: Self.turnMilliseconds) { handle(notification) }
      } catch {
        connection = nil
        isListening.store(false, ordering: .relaxed)
        DispatchSemaphore(value: 0).wait(milliseconds: Self.turnMilliseconds)
      }
      let now = PostgreSQLConnection.milliseconds()
      if now - lastPoll >= (connection == nil ? Self.deafPollMilliseconds : Self.pollMilliseconds) {
        lastPoll = now
        notice(.any)
      }
    }
  }

  private func handle(_ notification: PostgreSQLConnection.Notification) {
    // This engine's own notification.
    guard notification.sender != node.process.load(ordering: .relaxed) else { return }
    node.counters.hintsReceived.add(1, ordering: .relaxed)
    for hint in notification.text.split(separator: ",") {
      guard let session = SessionID(String(hint.prefix { $0 != ":" })) else { continue }
      notice(.session(session))
    }
  }
}

extension DispatchSemaphore {
  fileprivate func wait(milliseconds: Int) { _ = wait(timeout: .now() + .milliseconds(milliseconds)) }
}
#endif
