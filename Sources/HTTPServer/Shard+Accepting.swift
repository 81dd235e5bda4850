import CLinux
import Dispatch
import Glibc
import HTTPMessages

extension Shard {
  /// Connections accepted before the open ones get their turn.
  private static let acceptBatch = 16
  /// Connections dismissed between two pauses.
  private static let dismissBatch = 64
  /// Milliseconds without accepting after a shortage, during which the listener would wake the shard endlessly.
  private static let acceptPauseMilliseconds = 100

  /// Accepts pending connections, up to one batch.
  func acceptWaiting() {
    // Ending connections make room for new ones; the poller reports again.
    guard endingCount == 0 || population.current < limits.connections else { return }
    for _ in 0..<Shard.acceptBatch {
      guard acceptOne() else { return }
    }
  }

  /// Accepts one connection; false where none is pending or none can be accepted.
  func acceptOne() -> Bool {
    guard listener != nil, let accepted = listener?.accept() else { return false }
    switch consume accepted {
    case .connection(let socket, let peer):
      open(socket, from: peer)
      return true
    case .retry: return true
    case .none: return false
    case .outOfDescriptors(let code):
      dismissWithReserve(code)
      pauseAccepting()
      return false
    case .outOfMemory(let code):
      reportShortage(code)
      pauseAccepting()
      return false
    }
  }

  private func open(_ socket: consuming Socket, from peer: PeerAddress) {
    let population = population.enter()
    traffic.acceptedConnections.add(1)
    if population > limits.connections { traffic.refusedConnections.add(1) }
    guard population <= limits.connections + limits.surplusConnections else {
      self.population.leave()
      return dismiss(socket)
    }
    generation &+= 1
    if generation == 0 { generation = 1 }
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count { connections.append(nil) }
    let machine = ConnectionMachine(
      at: clock.milliseconds, from: peer,
      refusal: population > limits.connections ? .connectionLimit(retryAfterSeconds: limits.retryAfterSeconds) : nil)
    let connection = Connection(socket, slot: slot, generation: generation, machine: machine)
    guard poller.add(connection.socket, token: connection.token, interest: .read) else {
      reportShortage(errno)
      freeSlots.append(slot)
      self.population.leave()
      return dismiss(connection.socket)
    }
    connections[slot] = connection
    connectionCount += 1
    traffic.openConnections.add(1)
    if self.population.isLeaving { receive(connection) } else { run(connection) }
  }

  /// Dismisses pending connections one by one, using the reserve descriptor.
  private func dismissWithReserve(_ code: Int32) {
    reserve = nil
    for _ in 0..<Shard.dismissBatch {
      guard case .connection(let socket, _) = listener?.accept() ?? .none else { break }
      traffic.acceptedConnections.add(1)
      traffic.refusedConnections.add(1)
      dismiss(socket)
      reportShortage(code)
    }
    reserve = Socket.reserve()
  }

  /// Answers 503 on a connection without room; the caller closes it. A request that has come is read first: with unread
  /// bytes the kernel sends a reset, which can overtake the answer.
  private func dismiss(_ socket: borrowing Socket) {
    _ = socket.receive(into: &readBuffer)
    refusal(.connectionLimit(retryAfterSeconds: limits.retryAfterSeconds)).writeAlone(to: &output, date: clock.date)
    if case .bytes(let count) = output.withBytes({ socket.send($0) }) { traffic.sentBytes.add(count) }
    output.removeAll()
    socket.finishWriting()
  }

  private func reportShortage(_ code: Int32) {
    guard let times = population.countShortage(at: clock.milliseconds) else { return }
    report(.noRoomForConnections(errno: code, times: times))
  }

  private func pauseAccepting() {
    listener?.watch(with: poller, isAccepting: false)
    queue.asyncAfter(deadline: .now() + .milliseconds(Shard.acceptPauseMilliseconds)) { [self] in post(.acceptAgain) }
  }
}

extension Socket {
  /// A descriptor to be closed when there are no others.
  static func reserve() -> Socket? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    return descriptor >= 0 ? Socket(owning: descriptor) : nil
  }
}
