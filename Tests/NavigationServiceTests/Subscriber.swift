import HTTPMessages
import Navigation
import Synchronization

/// An open stream, read as by the server.
final class Subscriber: Sendable {
  let head: HTTPResponse
  private let pending: PendingRequest
  private let end = Mutex<HTTPCall.End?>(nil)

  init(_ service: ServiceUnderTest, _ target: String, _ fields: [(name: String, value: String)] = []) throws {
    pending = try service.ask(.get, target, fields)
    pending.rests()
    unread = Mutex(pending.call.take())
    guard let head = pending.response else { throw ServiceUnderTest.NotAtOnce() }
    self.head = head
    end.withLock { $0 = unread.withLock { $0.end } }
  }

  /// What has been taken and not read yet.
  private let unread: Mutex<HTTPCall.Output>

  func leave() { pending.call.patience.end(.left) }

  /// Whether the stream has ended.
  var isOver: Bool { pending.isOver }

  /// The new events, like `transition 3`; `over` and `lost` at the end of the stream.
  func news() throws -> [String] { try events().map { $0.id.isEmpty ? $0.name : "\($0.name) \($0.id)" } }

  /// The pieces available now.
  func pieces() throws -> [[UInt8]] {
    var pieces = unread.withLock { unread in
      defer { unread.pieces = [] }
      return unread.pieces
    }
    while true {
      // The task may go on with the next piece.
      pending.call.makeRoom()
      let output = pending.call.take()
      if let end = output.end { self.end.withLock { $0 = end } }
      if output.pieces.isEmpty { return pieces }
      pieces += output.pieces
    }
  }

  func events() throws -> [(name: String, id: String, data: String)] {
    let text = String(decoding: try pieces().joined(), as: UTF8.self)
    return text.split(separator: "\n\n").map(Self.event) + rest
  }

  private static func event(_ text: Substring) -> (name: String, id: String, data: String) {
    var (name, id, data) = ("", "", "")
    for line in text.split(separator: "\n") {
      let value = String(line.drop { $0 != ":" }.dropFirst(2))
      switch line.prefix(while: { $0 != ":" }) {
      case "event": name = value
      case "id": id = value
      default: data = value
      }
    }
    return (name, id, data)
  }

  private var rest: [(name: String, id: String, data: String)] {
    if case .lost? = end.withLock({ $0 }) { return [("lost", "", "")] }
    return pending.isOver ? [("over", "", "")] : []
  }
}
