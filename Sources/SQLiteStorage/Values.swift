#if SQLite
import CSQLite
import Navigation
import SessionStorage

/// A value as stored in the file.
package protocol SQLiteValue {
  /// Binds a copy; returns SQLite's code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Timestamp: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    milliseconds.bind(to: statement, at: index)
  }
}

/// A blob.
extension [UInt8]: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    csqlite_bind_blob(statement, index, self, UInt64(count))
  }
}

extension String: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        csqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

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
