extension JSONWriter {
  /// Writes a name and its value.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  /// Writes a name and its value.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    int(value)
  }

  /// Writes a name and its value.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Double) {
    key(name)
    double(value)
  }

  /// Writes a name and its value.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// Writes nothing for nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: String?) {
    if let value { member(name, value) }
  }

  /// Writes nothing for nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Int?) {
    if let value { member(name, value) }
  }

  /// Writes nothing for nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Double?) {
    if let value { member(name, value) }
  }

  /// Writes nothing for nil.
  @inlinable
  @inline(__always)
  public mutating func member(_ name: StaticString, _ value: Bool?) {
    if let value { member(name, value) }
  }
}

/// A type written as one JSON value.
///
/// Non-copyable types conform too, so the elements of an array are written in place. A copy of each would retain and
/// release all texts in it.
public protocol JSONWritable: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

extension JSONWriter {
  /// Writes a member that is an array.
  @inlinable
  @inline(__always)
  package mutating func array(_ name: StaticString, _ elements: [some JSONWritable]) {
    key(name)
    array(elements)
  }

  /// Writes an array as a value.
  @inlinable
  @inline(__always)
  package mutating func array(_ elements: [some JSONWritable]) {
    beginArray()
    write(elements.span)
    endArray()
  }

  @inlinable
  @inline(__always)
  mutating func write<Element: JSONWritable & ~Copyable>(_ elements: borrowing Span<Element>) {
    for index in elements.indices { elements[index].write(to: &self) }
  }
}
