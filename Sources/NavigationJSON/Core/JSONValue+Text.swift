extension JSONValue {
  /// The value serialised without whitespace, with the fewest escapes; numbers as written.
  public func compactText() -> String {
    let entry = entry
    switch (entry.kind, entry.flag) {
    case (.null, _), (.bool, _), (.number, _):
      return storage.withBytes { String(decoding: $0[Int(entry.start)..<Int(entry.end)], as: UTF8.self) }
    case (.string, false):
      // With the quotation marks around it.
      return storage.withBytes {
        String(decoding: $0[(Int(entry.start) - 1)...Int(entry.end)], as: UTF8.self)
      }
    case (.string, true), (.name, _), (.array, _), (.object, _): break
    }
    var writer = JSONWriter(reserving: Int(entry.end - entry.start) + 2)
    writer.value(self)
    return writer.text
  }
}

extension JSONWriter {
  /// Writes a value of a document compactly; see `JSONValue.compactText`.
  public mutating func value(_ value: JSONValue) {
    let storage = value.storage
    storage.withBytes { bytes in
      var index = value.index
      let end = Int(storage.tape[index].next)
      var open = JSONTape.none
      while index < end {
        let entry = storage.tape[index]
        write(entry, from: bytes)
        if entry.kind == .array || entry.kind == .object { open = UInt32(truncatingIfNeeded: index) }
        index += 1
        while open != JSONTape.none, index == Int(storage.tape[Int(open)].next) {
          if storage.tape[Int(open)].kind == .array { endArray() } else { endObject() }
          open = Int(open) == value.index ? JSONTape.none : storage.tape[Int(open)].parent
        }
      }
    }
  }

  private mutating func write(_ entry: JSONTape.Entry, from bytes: UnsafeBufferPointer<UInt8>) {
    let text = UnsafeBufferPointer(rebasing: bytes[Int(entry.start)..<max(Int(entry.start), Int(entry.end))])
    switch entry.kind {
    case .array: beginArray()
    case .object: beginObject()
    case .string, .name:
      if entry.flag { JSONEscapes.unescaped(text).withUnsafeBufferPointer { quoted($0) } } else { plain(text) }
      if entry.kind == .name { colon() }
    case .null, .bool, .number: token(text)
    }
  }
}
