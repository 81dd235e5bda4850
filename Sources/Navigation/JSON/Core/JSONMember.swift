/// A type written as one JSON value.
///
/// Non-copyable types conform too, so the elements of an array are written in place. A copy of each would retain and
/// release all texts in it.
public protocol JSONWritable: ~Copyable {
  borrowing func write(to writer: inout JSONWriter)
}

/// A type read from one JSON value, and written as one.
public protocol JSONMember: JSONWritable {
  init(json: JSONValue) throws(BodyRefusal)
}

extension String: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.string() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.int() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.double() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.double(self) }
}

extension Bool: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.bool() }
  @inline(__always) public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.array(self) }
}

extension Array: JSONMember where Element: JSONMember {
  public init(json: JSONValue) throws(BodyRefusal) { self = try json.array(Element.init(json:)) }
}
