/// How much one turn of a shard may still do, in bytes: those that move between the system and the shard, and a number for each call.
///
/// A turn looks at every socket that is ready. A connection may spend one budget at its event, and the queue spends one a turn. What is
/// beyond that waits in the queue, behind the connections that become ready meanwhile.
struct TurnBudget {
  /// Bytes that one turn may spend: about 0.1 ms.
  static let bytes = 256 * 1024
  /// What a call of a handler or of a source counts as: it takes about as long as these bytes take to send.
  static let bytesOfCall = 16 * 1024
  /// Bytes that are offered to the system at once.
  static let bytesOfSend = 128 * 1024
  /// A connection that spends more at its event waits in the queue at its next one.
  static let lightBytes = 64 * 1024

  /// Bytes that are left; below zero where the last step cost more.
  private(set) var left = TurnBudget.bytes

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ bytes: Int) { left -= bytes }
  mutating func spendCall() { left -= TurnBudget.bytesOfCall }
}
