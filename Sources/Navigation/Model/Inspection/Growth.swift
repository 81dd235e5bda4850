extension Controller {
  /// The members of a container.
  private static let containerBytes = 256

  /// About the bytes of memory of the trees that an earlier state of it does not share, rather too high; a moved tree
  /// counts as new.
  func bytes(beyond earlier: Controller) -> Int {
    if isIdentical(to: earlier) { return 0 }
    guard kind == earlier.kind, kind != .screen else { return summary.jsonBytes }
    var bytes = Self.containerBytes + slots.count * MemoryLayout<Controller>.stride
    for slot in slots { bytes += Self.bytes(of: held(at: slot), beyond: earlier.held(at: slot)) }
    let (absent, then) = (absentPlaceholders, earlier.absentPlaceholders)
    bytes += Self.bytes(of: absent.secondary, beyond: then.secondary)
    return bytes + Self.bytes(of: absent.supplementary, beyond: then.supplementary)
  }

  private static func bytes(of held: Controller?, beyond earlier: Controller?) -> Int {
    guard let held else { return 0 }
    return earlier.map(held.bytes(beyond:)) ?? held.summary.jsonBytes
  }
}
