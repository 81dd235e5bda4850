import CCurl
import Glibc
import Synchronization

/// HTTP requests over libcurl with connections kept open, all on one thread; safe to use from many tasks at once.
///
/// A kept connection may turn out closed when the next request is on its way. An idempotent request is then sent again by itself;
/// POST and PATCH fail with `connectionLost`, since the server may have carried them out (RFC 9110 §9.2.2).
public final class CurlTransport: Sendable {
  private let mailbox: CurlMailbox
  private let thread: Mutex<pthread_t?>
  private let lastID = Atomic<TransferID>(0)
  private let streamBufferBytes: Int

  /// curl_global_init, once in a process.
  private static let globalCode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  /// Starts the thread. Throws `other` when libcurl or the thread cannot be had.
  public init(limits: TransportLimits = TransportLimits()) throws(TransportError) {
    guard Self.globalCode == CURLE_OK, let multi = curl_multi_init() else { throw .other("libcurl does not start") }
    let mailbox = CurlMailbox(multi: multi)
    let work = Unmanaged.passRetained(CurlThread(mailbox: mailbox, limits: limits))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        // SAFETY: pthread_create hands over the pointer that `passRetained` made, once.
        if let context { Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      curl_multi_cleanup(multi)
      throw .other("no thread: \(String(cString: strerror(code)))")
    }
    self.mailbox = mailbox
    self.thread = Mutex(thread)
    streamBufferBytes = limits.streamBufferBytes
  }

  /// Ends the thread without waiting for it: the last reference may be dropped on that very thread.
  deinit {
    mailbox.close()
    if let thread = takeThread() { pthread_detach(thread) }
  }

  /// Ends every request under way with `closed`, closes the connections and waits for the thread, unless called on it.
  /// Later calls do nothing; later requests fail with `closed`.
  public func close() {
    mailbox.close()
    guard let thread = takeThread() else { return }
    if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  /// Sends one request and returns its response, whatever the status. Cancelling the task ends the transfer.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if let defect = request.defect { throw defect }
    let id = lastID.add(1, ordering: .relaxed).newValue
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (reply: TransferReply) in
        if Task.isCancelled { return reply.resume(returning: .failure(.cancelled)) }
        if !mailbox.post(.start(id, request, reply)) { return reply.resume(returning: .failure(.closed)) }
        // A cancellation in between ran its handler before there was anything to cancel.
        if Task.isCancelled { _ = mailbox.post(.cancel(id)) }
      }
    } onCancel: {
      _ = mailbox.post(.cancel(id))
    }
    return try result.get()
  }

  /// Sends one request and returns its response as soon as the head is there, whatever the status; the content comes as it is read.
  ///
  /// No time limits it but that to connect. Cancelling the task ends the transfer.
  public func open(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
    if let defect = request.defect { throw defect }
    let id = lastID.add(1, ordering: .relaxed).newValue
    let buffer = StreamBuffer(limit: streamBufferBytes)
    guard mailbox.post(.open(id, request, buffer)) else { throw .closed }
    let result = await withTaskCancellationHandler {
      await Self.head(of: buffer)
    } onCancel: {
      buffer.finish(.failure(.cancelled))
    }
    do throws(TransportError) { return TransportStream(try result.get(), id, buffer, mailbox) } catch {
      _ = mailbox.post(.cancel(id))
      throw error
    }
  }

  private static func head(of buffer: StreamBuffer) async -> Result<StreamBuffer.Head, TransportError> {
    while true {
      switch buffer.findHead() {
      case .head(let head): return .success(head)
      case .end(.failure(let error)): return .failure(error)
      case .end(.success): return .failure(.other("no response"))
      case .nothing, .bytes: await buffer.wait { $0.hasHead }
      }
    }
  }

  private func takeThread() -> pthread_t? {
    thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
  }
}

/// What the new thread is given.
private final class CurlThread {
  private let mailbox: CurlMailbox
  private let limits: TransportLimits

  init(mailbox: CurlMailbox, limits: TransportLimits) {
    self.mailbox = mailbox
    self.limits = limits
  }

  func run() {
    var driver = CurlDriver(mailbox, limits)
    driver.run()
  }
}
