import HTTPMessages
import NavigationAPI
import Synchronization

/// An open stream, read as by the server.
final class Subscriber: Sendable {
  let head: HTTPResponse
  private let stream: Mutex<HTTPStream?>
  private let wakes = Atomic<Int>(0)
  /// The number of wakes before the latest read; -1 before the first read.
  let seenWakes = Atomic<Int>(-1)

  init(_ service: ServiceUnderTest, _ target: String, _ fields: [(name: String, value: String)] = []) throws {
    guard case .stream(let stream) = service.settled(try service.answer(.get, target, fields)) else {
      throw ServiceUnderTest.NotAtOnce()
    }
    head = stream.head
    self.stream = Mutex(stream)
    stream.begin { [self] in wakes.wrappingAdd(1, ordering: .relaxed) }
  }

  var wakeCount: Int { wakes.load(ordering: .relaxed) }

  func leave() { stream.withLock { $0 = nil } }

  /// The new events, like `transition 3`; `over` and `lost` at the end of the stream.
  func news() throws -> [String] { try events().map { $0.id.isEmpty ? $0.name : "\($0.name) \($0.id)" } }

  /// The pieces available now.
  func pieces() throws -> [[UInt8]] {
    guard let stream = stream.withLock({ $0 }) else { return [] }
    var pieces: [[UInt8]] = []
    while case .bytes(let bytes) = stream.next() { pieces.append(bytes) }
    return pieces
  }

  func events() throws -> [(name: String, id: String, data: String)] {
    guard let stream = stream.withLock({ $0 }) else { return [] }
    var text = ""
    var rest: [(name: String, id: String, data: String)] = []
    asking: while true {
      switch stream.next() {
      case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .none: break asking
      case .last(let bytes):
        text += String(decoding: bytes, as: UTF8.self)
        rest = [("over", "", "")]
        break asking
      case .lost:
        rest = [("lost", "", "")]
        break asking
      }
    }
    return text.split(separator: "\n\n").map { event in
      var (name, id, data) = ("", "", "")
      for line in event.split(separator: "\n") {
        let value = String(line.drop { $0 != ":" }.dropFirst(2))
        switch line.prefix(while: { $0 != ":" }) {
        case "event": name = value
        case "id": id = value
        default: data = value
        }
      }
      return (name, id, data)
    } + rest
  }
}
