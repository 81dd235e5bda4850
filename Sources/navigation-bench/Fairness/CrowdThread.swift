import Glibc
import Synchronization

/// A thread on which a crowd does what it does, where the measuring thread lets it.
// SAFETY: the crowd reads of its server where it listens and what its session is called, which never change; `stage` is atomic.
final class CrowdThread: @unchecked Sendable {
  private let crowd: Crowd
  private let server: AttackedServer
  private let stage = Atomic<Int>(0)
  private static let (underWay, over) = (1, 2)
  /// SCHED_IDLE of sched.h, which Glibc's module leaves out: every other thread of the core goes first.
  private static let idlePolicy: CInt = 5

  /// Starts it.
  init(_ crowd: Crowd, _ server: AttackedServer) throws(BenchmarkFailure) {
    (self.crowd, self.server) = (crowd, server)
    let work = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // SAFETY: pthread_create hands over the pointer that `passRetained` made, once.
        if let context { Unmanaged<CrowdThread>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw .noThread(code)
    }
    pthread_detach(thread)
  }

  /// Whether it is under way.
  var isUnderWay: Bool { stage.load(ordering: .acquiring) == Self.underWay }

  /// Waits until it is under way, or over.
  func waitForBegin() { while stage.load(ordering: .acquiring) == 0 { usleep(10_000) } }

  /// Waits until it is over, which it is when the server is gone.
  func waitForEnd() { while stage.load(ordering: .acquiring) != Self.over { usleep(10_000) } }

  private func run() {
    // Both threads share a core, and the one that measures is not to wait for this one.
    var priority = sched_param(sched_priority: 0)
    sched_setscheduler(0, Self.idlePolicy, &priority)
    try? crowd.run(server) { stage.store(Self.underWay, ordering: .releasing) }
    stage.store(Self.over, ordering: .releasing)
  }
}
