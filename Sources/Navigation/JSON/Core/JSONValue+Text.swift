extension JSONValue {
  /// The value serialised without whitespace, with the fewest escapes; numbers as written.
  public func compactText() -> String {
    switch (node.kind, node.flag) {
    case (.null, _), (.bool, _), (.number, _): return String(decoding: text.bytes[node.range], as: UTF8.self)
    case (.string, false):
      // With the quotation marks around it.
      return String(decoding: text.bytes[Int(node.start) - 1...Int(node.end)], as: UTF8.self)
    case (.string, true), (.name, _), (.array, _), (.object, _): break
    }
    var writer = JSONWriter(reserving: length + 2)
    writer.value(self)
    return writer.text
  }
}

extension JSONWriter {
  /// Writes a value of a document compactly; see `JSONValue.compactText`.
  public mutating func value(_ value: JSONValue) {
    let text = value.text
    switch value.kind {
    case .null, .bool, .number: raw(text.bytes[value.node.range])
    case .string: string(of: text, value.index)
    case .array:
      beginArray()
      for element in JSONElements(array: value) { self.value(element) }
      endArray()
    case .object:
      beginObject()
      for name in value.names {
        string(of: text, name)
        colon()
        self.value(JSONValue(storage: value.storage, index: name + 1))
      }
      endObject()
    }
  }

  private mutating func string(of text: JSONText, _ index: Int) {
    if text.nodes[index].flag { return string(text.string(at: index)) }
    // SAFETY: the buffer is copied within the closure.
    text.bytes[text.nodes[index].range].withUnsafeBufferPointer { plain($0) }
  }
}
