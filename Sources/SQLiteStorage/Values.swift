#if SQLite
import Navigation
import SessionStorage

// Values as stored in the file.

extension RowKey {
  /// The scope of the answers to an owner's creations; negative, below those of sessions.
  static func scope(of owner: Owner) -> Int64 { -1 - Int64(owner.number) }
}

extension SessionID {
  /// 16 bytes, big-endian.
  var bytes: [UInt8] { [UInt8](self) }

  init?(_ bytes: [UInt8]) {
    guard let (high, low) = words(bytes) else { return nil }
    self.init(high: high, low: low)
  }
}

extension Fingerprint {
  /// 16 bytes, big-endian.
  var bytes: [UInt8] { [UInt8](self) }

  init?(_ bytes: [UInt8]) {
    guard let (high, low) = words(bytes) else { return nil }
    self.init(high: high, low: low)
  }
}

extension Labels {
  /// A JSON object of strings.
  var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  init?(_ text: String) {
    guard let labels = try? Labels(json: JSONDocument(text).root) else { return nil }
    self = labels
  }
}

private func words(_ bytes: [UInt8]) -> (UInt64, UInt64)? {
  guard bytes.count == 16 else { return nil }
  func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
  return (word(bytes[..<8]), word(bytes[8...]))
}
#endif
