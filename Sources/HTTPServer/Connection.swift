import HTTPMessages

/// What a shard keeps for one open connection. Confined to the shard's queue.
final class Connection {
  let socket: Socket
  let slot: Int
  /// Where its requests come from.
  let peer: PeerAddress
  /// Tells this connection's events from those of an earlier one in the same slot.
  let generation: UInt32
  @exclusivity(unchecked) var machine = HTTPConnection()
  @exclusivity(unchecked) var stage = Stage.open
  /// What the poller is asked for.
  @exclusivity(unchecked) var interest: Poller.Interest = .read
  /// The client will send nothing more.
  @exclusivity(unchecked) var isInputEnded = false
  /// Above the limit of connections: whatever comes is answered 503.
  let isSurplus: Bool
  /// When the first byte of the current request came, in the shard's milliseconds.
  @exclusivity(unchecked) var requestStart = 0
  /// Bytes of its body that are counted in the population.
  @exclusivity(unchecked) var bufferedBytes = 0
  /// Answers the request whose head has been looked at, once its body has come.
  @exclusivity(unchecked) var awaiting: (@Sendable (HTTPRequest) -> HTTPAnswer)?
  /// Answers that the client has not taken, from `unsentStart` on.
  @exclusivity(unchecked) var unsent: [UInt8] = []
  var unsentStart = 0
  /// Requests that wait until it has, or until the answer before them is complete.
  var backlog: [UInt8] = []
  /// An answer that is not complete.
  var pending: PendingAnswer?

  enum Stage {
    case open
    /// Half closed; what still comes is thrown away, `drained` bytes so far.
    case lingering(drained: Int)
    case closed
  }

  init(_ socket: consuming Socket, from peer: PeerAddress, slot: Int, generation: UInt32, isSurplus: Bool) {
    self.socket = socket
    self.peer = peer
    self.slot = slot
    self.generation = generation
    self.isSurplus = isSurplus
  }

  var token: UInt64 { Connection.token(slot: slot, generation: generation) }

  static func token(slot: Int, generation: UInt32) -> UInt64 {
    UInt64(generation) &<< 32 | UInt64(UInt32(truncatingIfNeeded: slot))
  }
}
