extension JSONWriter {
  /// Writes a name and its value.
  public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    key(name)
    value.write(to: &self)
  }

  /// Writes nothing for nil.
  public mutating func member(_ name: StaticString, _ value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes null for nil.
  package mutating func nullable(_ name: StaticString, _ value: (some JSONWritable)?) {
    key(name)
    if let value { value.write(to: &self) } else { null() }
  }

  /// Writes a member that is an array.
  package mutating func array(_ name: StaticString, _ elements: [some JSONWritable]) {
    key(name)
    array(elements)
  }

  /// Writes an array as a value.
  package mutating func array(_ elements: [some JSONWritable]) {
    beginArray()
    // SAFETY: the buffer is read within the closure.
    elements.withUnsafeBufferPointer { write($0) }
    endArray()
  }

  private mutating func write<Element: JSONWritable & ~Copyable>(_ elements: UnsafeBufferPointer<Element>) {
    for index in elements.indices { elements[index].write(to: &self) }
  }
}
