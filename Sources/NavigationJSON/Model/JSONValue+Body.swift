import NavigationModel

/// The readers of `JSONValue` with the error of a body.
extension JSONValue {
  package func readString() throws(BodyRefusal) -> String {
    do { return try string() } catch { throw .json(error) }
  }

  package func readBool() throws(BodyRefusal) -> Bool {
    do { return try bool() } catch { throw .json(error) }
  }

  package func readDouble() throws(BodyRefusal) -> Double {
    do { return try double() } catch { throw .json(error) }
  }

  package func readInt() throws(BodyRefusal) -> Int {
    do { return try int() } catch { throw .json(error) }
  }

  package func readInt(in range: ClosedRange<Int>) throws(BodyRefusal) -> Int {
    do { return try int(in: range) } catch { throw .json(error) }
  }

  package func readInt(atLeast minimum: Int) throws(BodyRefusal) -> Int {
    do throws(JSONError) {
      let value = try int()
      guard value >= minimum else { throw refusal("expected an integer of at least \(minimum)") }
      return value
    } catch { throw .json(error) }
  }

  package func readWord<T: RawRepresentable & CaseIterable>(_ type: T.Type) throws(BodyRefusal) -> T
  where T.RawValue == String {
    do { return try word(type) } catch { throw .json(error) }
  }

  package func readElements() throws(BodyRefusal) -> JSONElements {
    do { return try elements } catch { throw .json(error) }
  }

  package func readArray<T>(_ element: (JSONValue) throws(BodyRefusal) -> T) throws(BodyRefusal) -> [T] {
    let elements = try readElements()
    var array: [T] = []
    array.reserveCapacity(elements.count)
    for value in elements { array.append(try element(value)) }
    return array
  }

  /// A controller's id: 1 to 128 bytes of `A-Z a-z 0-9 . _ : -`.
  package func readID() throws(BodyRefusal) -> ControllerID {
    if let id = ControllerID(try readString()) { return id }
    throw refusedAsID()
  }

  func refusedAsID() -> BodyRefusal {
    let bytes = Limits.idBytes
    return refused("expected an id: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -")
  }

  /// A refusal of this value's shape.
  package func refused(_ detail: String) -> BodyRefusal { .json(refusal(detail)) }

  /// A refusal of this value by the model.
  package func refused(_ rejection: Rejection) -> BodyRefusal { .model(rejection, pointer: pointer) }
}
