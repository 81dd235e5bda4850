import HTTPMessages

/// What a shard keeps for one open connection. Confined to the shard's loop.
final class Connection {
  let socket: Socket
  let slot: Int
  /// Tells this connection's events from those of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var machine: ConnectionMachine
  /// What the poller was asked for last; nil where it has told of it and is to be asked again.
  @exclusivity(unchecked) var polled: ConnectionMachine.Interest? = .reading
  /// What the wheel has, in milliseconds; nil where it has none.
  @exclusivity(unchecked) var deadline: Int?
  /// Whether the shard's queue has its event, or the rest of what it has to do.
  @exclusivity(unchecked) var isQueued = false
  /// Whether it did much at its last event.
  @exclusivity(unchecked) var isHeavy = false
  /// Bytes of a body that are counted in the population.
  @exclusivity(unchecked) var bufferedBytes = 0
  /// Whether the population knows of what its client has not taken.
  @exclusivity(unchecked) var isBehind = false
  /// Told of to those that have news for it, from the first of them on.
  var waker: Waker?

  init(_ socket: consuming Socket, slot: Int, generation: UInt32, machine: consuming ConnectionMachine) {
    self.socket = socket
    self.slot = slot
    self.generation = generation
    self.machine = machine
  }

  var token: UInt64 { Connection.token(slot: slot, generation: generation) }

  static func token(slot: Int, generation: UInt32) -> UInt64 {
    UInt64(generation) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot))
  }
}
