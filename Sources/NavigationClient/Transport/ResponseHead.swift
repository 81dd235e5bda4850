/// The header section of a response, line by line as libcurl hands it over.
struct ResponseHead: Equatable {
  private enum Stage: Equatable {
    case fields
    case interimDone
    case finalDone
  }

  private(set) var fields = TransportFields()
  private(set) var byteCount = 0
  private var stage = Stage.interimDone
  private var isInterim = false

  /// Whether the final section has come to its end.
  var isComplete: Bool { stage == .finalDone }

  /// Takes one line with its line end. A status line starts over; what follows the final section is a trailer and ignored.
  mutating func receive(_ line: some Collection<UInt8>) {
    byteCount += line.count
    let text = Self.trimmed(line)
    switch stage {
    case .finalDone:
      return
    case .interimDone:
      start(text)
    case .fields:
      if text.isEmpty {
        stage = isInterim ? .interimDone : .finalDone
      } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
        fields.continueLast(String(decoding: text, as: UTF8.self))
      } else {
        add(text)
      }
    }
  }

  private mutating func start(_ line: some Collection<UInt8>) {
    guard line.starts(with: "HTTP/".utf8) else { return }
    fields = TransportFields()
    isInterim = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().first == UInt8(ascii: "1")
    stage = .fields
  }

  private mutating func add(_ line: some Collection<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = String(decoding: Self.trimmed(line[line.index(after: colon)...]), as: UTF8.self)
    fields.append(TransportField(name, value))
  }

  private static func trimmed<Bytes: Collection<UInt8>>(_ bytes: Bytes) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    var result = Array(bytes.drop(while: isSpace))
    while let last = result.last, isSpace(last) { result.removeLast() }
    return result
  }
}
