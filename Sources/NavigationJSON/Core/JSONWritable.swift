/// What is written as one JSON value.
///
/// Also for types that cannot be copied: so the elements of an array are written where they stand. A copy of each would
/// count the owners of all texts in it.
public protocol JSONWritable: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

extension JSONWriter {
  /// A member that is an array.
  @inlinable
  @inline(__always)
  package mutating func array(_ name: StaticString, _ elements: [some JSONWritable]) {
    key(name)
    array(elements)
  }

  /// An array as a value.
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
