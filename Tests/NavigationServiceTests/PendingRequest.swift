import Dispatch
import HTTPMessages
import NavigationService
import Synchronization
import Waiting

/// A request in progress, as the owner of its connection sees it. Its task goes on in the thread that ends its wait.
final class PendingRequest: Sendable {
  let call: HTTPCall
  private let answer = Promise<HTTPResponse?>()
  private let over = Promise<Void>()
  private let looks: DispatchSemaphore

  init(_ service: NavigationService, _ request: HTTPRequest, isWhole: Bool = true) {
    let looks = DispatchSemaphore(value: 0)
    self.looks = looks
    call = HTTPCall(request, isWhole: isWhole) { looks.signal() }
    over.whenKnown { _ in looks.signal() }
    Task.immediate(executorPreference: SameThread.executor) { [call, answer, over] in
      var response = await service.respond(to: call)
      let stream = request.method == .head ? nil : response?.stream
      // It holds the place of a subscriber.
      response?.stream = nil
      answer.fulfil(response)
      if let stream { call.end(await stream.write(call)) }
      over.fulfil(())
    }
  }

  /// Nil while there is none; without its stream.
  var response: HTTPResponse? { answer.value ?? nil }

  /// Whether its tasks have ended.
  var isOver: Bool { over.value != nil }

  var waitsForNews: Bool {
    if case .news? = call.patience.purpose { true } else { false }
  }

  /// The milliseconds for which it waits for news; nil where it does not, or for as long as it takes.
  var newsMilliseconds: Int? {
    if case .news(let milliseconds)? = call.patience.purpose { milliseconds } else { nil }
  }

  /// The response, once commits and reads are done. Throws where it waits for news, or is written in pieces.
  func settled() throws -> HTTPResponse {
    while !isOver, !waitsForNews { looks.wait() }
    guard isOver, let response else { throw ServiceUnderTest.NotAtOnce() }
    return response
  }

  /// Waits until the task has ended or waits for news.
  func rests() { while !isOver, !waitsForNews { looks.wait() } }
}

/// Runs a task's jobs at once in the thread that makes them ready, so that a test sees their effect when its call
/// returns.
private final class SameThread: TaskExecutor {
  static let executor = SameThread()

  func enqueue(_ job: consuming ExecutorJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
