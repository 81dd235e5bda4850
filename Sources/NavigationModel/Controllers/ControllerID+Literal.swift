/// An id in source: `"chats"`. Text that is known only when the program runs goes through `ControllerID.init(_:)`, which may fail.
extension ControllerID: ExpressibleByStringLiteral {
  /// Stops the program, and names the literal, where it is no id.
  public init(stringLiteral text: StaticString) {
    let (id, bytes) = (Self.init(text.description), Limits.idBytes)
    precondition(
      id != nil, "\"\(text)\" is not the id of a controller: \(bytes.lowerBound) to \(bytes.upperBound) bytes of A-Z a-z 0-9 . _ : -")
    self = id ?? .automatic
  }
}
