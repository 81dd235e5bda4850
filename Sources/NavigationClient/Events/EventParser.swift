/// An incremental parser of server-sent events (WHATWG HTML §9.2.6).
struct EventParser {
  struct Event: Equatable {
    var name = ""
    var data = ""
    /// The stream's latest id, from this event or an earlier one.
    var id: String?
  }

  private var line: [UInt8] = []
  private var isAfterReturn = false
  private var event = Event()
  private var hasData = false
  private var events: ArraySlice<Event> = []
  /// The reconnection delay that the server asks for, in milliseconds.
  private(set) var retryMilliseconds: Int?
  /// Bytes of the incomplete event.
  private(set) var byteCount = 0

  mutating func feed(_ bytes: [UInt8]) {
    for byte in bytes {
      defer { isAfterReturn = byte == 0x0D }
      switch byte {
      case 0x0A where isAfterReturn: break
      case 0x0A, 0x0D: endLine()
      default:
        line.append(byte)
        byteCount += 1
      }
    }
  }

  /// The next complete event.
  mutating func next() -> Event? { events.popFirst() }

  private mutating func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return dispatch() }
    let name = line.prefix { $0 != 0x3A }
    var value = line.dropFirst(name.count + 1)
    if value.first == 0x20 { value = value.dropFirst() }
    let text = String(decoding: value, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "event": event.name = text
    case "data":
      event.data += hasData ? "\n" + text : text
      hasData = true
    case "id": if !value.contains(0) { event.id = text }
    case "retry": if let milliseconds = Int(text), milliseconds >= 0 { retryMilliseconds = milliseconds }
    // Comments have an empty name; other fields are unknown.
    default: break
    }
  }

  private mutating func dispatch() {
    if hasData { events.append(event) }
    event = Event(id: event.id)
    hasData = false
    byteCount = 0
  }
}
