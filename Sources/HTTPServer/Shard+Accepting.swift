import CLinux
import Dispatch
import Glibc
import HTTPMessages

extension Shard {
  /// Connections accepted before those that are open get their turn.
  private static let acceptBatch = 64
  /// Milliseconds without accepting after descriptors or memory ran out; the listener would wake the shard without end.
  private static let acceptPauseMilliseconds = 100

  /// Takes the connections that wait, up to one batch.
  func acceptWaiting() {
    for _ in 0..<Shard.acceptBatch {
      guard acceptOne() else { return }
    }
  }

  /// Takes one connection; false when none waits or none can be taken.
  func acceptOne() -> Bool {
    guard listener != nil, let accepted = listener?.accept() else { return false }
    switch consume accepted {
    case .connection(let socket, let peer):
      open(socket, from: peer)
      return true
    case .retry: return true
    case .none: return false
    case .outOfDescriptors:
      dismissWithReserve()
      pauseAccepting()
      return false
    case .outOfMemory:
      pauseAccepting()
      return false
    }
  }

  private func open(_ socket: consuming Socket, from peer: PeerAddress) {
    let population = population.enter()
    traffic.acceptedConnections.add(1)
    if population > limits.connections { traffic.refusedConnections.add(1) }
    guard population <= limits.connections + limits.surplusConnections else { return self.population.leave() }
    generation &+= 1
    if generation == 0 { generation = 1 }
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count { connections.append(nil) }
    let connection = Connection(
      socket, from: peer, slot: slot, generation: generation, isSurplus: population > limits.connections)
    guard poller.add(connection.socket, token: connection.token, interest: connection.interest) else {
      freeSlots.append(slot)
      return self.population.leave()
    }
    connections[slot] = connection
    connectionCount += 1
    traffic.openConnections.add(1)
    startTimer()
    setDeadline(of: connection, after: connection.isSurplus ? limits.lingerMilliseconds : limits.idleMilliseconds)
  }

  /// Closes one waiting connection by means of the reserve descriptor, so that its client learns at once.
  private func dismissWithReserve() {
    reserve = nil
    if case .connection(let socket, _) = listener?.accept() ?? .none {
      _ = consume socket
      traffic.acceptedConnections.add(1)
      traffic.refusedConnections.add(1)
    }
    reserve = Socket.reserve()
  }

  private func pauseAccepting() {
    listener?.watch(with: poller, isAccepting: false)
    queue.asyncAfter(deadline: .now() + .milliseconds(Shard.acceptPauseMilliseconds)) { [self] in
      listener?.watch(with: poller, isAccepting: true)
    }
  }
}

extension Socket {
  /// A descriptor that is good for nothing but to be closed when there are no others.
  static func reserve() -> Socket? {
    let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
    return descriptor >= 0 ? Socket(owning: descriptor) : nil
  }
}
