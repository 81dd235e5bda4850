import CCurl
import Glibc

/// The poll thread: owns libcurl's handles and every transfer under way; nothing else touches them.
struct CurlDriver {
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private let limits: TransportLimits
  private var active: [TransferID: CurlTransfer] = [:]
  private var idleHandles: [EasyHandle] = []

  /// The longest sleep without an event; a wake-up ends it at once.
  private static let pollMilliseconds: CInt = 60_000

  init(_ mailbox: CurlMailbox, _ limits: TransportLimits) {
    self.mailbox = mailbox
    self.multi = mailbox.multi
    self.limits = limits
    nav_curlm_set_long(multi, CURLMOPT_MAXCONNECTS, limits.idleConnections)
    nav_curlm_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections)
  }

  /// Serves the mailbox until it closes, then fails what is left and frees every handle.
  mutating func run() {
    blockSignals()
    while true {
      let batch = mailbox.take()
      for command in batch.commands { carryOut(command) }
      guard batch.isOpen else { break }
      var running: CInt = 0
      curl_multi_perform(multi, &running)
      collectEnded()
      curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil)
    }
    for transfer in active.values { detach(transfer, .failure(.closed)) }
    idleHandles = []
    curl_multi_cleanup(multi)
  }

  /// Signals belong to the program's own threads; and with `NOSIGNAL`, a TLS write to a closed socket would raise SIGPIPE here.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  private mutating func carryOut(_ command: CurlCommand) {
    switch command {
    case .start(let id, let request, let reply): start(id, request, .whole(reply))
    case .open(let id, let request, let buffer): start(id, request, .stream(buffer))
    case .resume(let id):
      if let transfer = active[id] { curl_easy_pause(transfer.handle.pointer, CURLPAUSE_RECV_CONT) }
    case .cancel(let id):
      if let transfer = active[id] { detach(transfer, .failure(.cancelled)) }
    }
  }

  private mutating func start(_ id: TransferID, _ request: TransportRequest, _ receiver: TransferReceiver) {
    guard let handle = idleHandles.popLast() ?? EasyHandle() else {
      return receiver.finish(.failure(.other("no libcurl handle")))
    }
    let transfer = CurlTransfer(id: id, request, receiver, handle: handle, limits: limits)
    active[id] = transfer
    guard handle.configure(request, for: transfer, limits), curl_multi_add_handle(multi, handle.pointer) == CURLM_OK else {
      return detach(transfer, .failure(.other("libcurl refused the request")))
    }
  }

  private mutating func collectEnded() {
    var code = CURLE_OK
    while let easy = nav_curlm_next_done(multi, &code) {
      var context: UnsafeMutableRawPointer?
      nav_curl_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      // SAFETY: a handle in the multi handle has its transfer in `active`.
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      detach(transfer, transfer.outcome(code))
    }
  }

  /// Takes the transfer off libcurl (which closes its connection when the response is not whole) and answers its caller.
  private mutating func detach(_ transfer: CurlTransfer, _ outcome: Result<TransportResponse, TransportError>) {
    curl_multi_remove_handle(multi, transfer.handle.pointer)
    active[transfer.id] = nil
    if idleHandles.count < limits.idleHandles {
      transfer.handle.reset()
      idleHandles.append(transfer.handle)
    }
    transfer.receiver.finish(outcome)
  }
}
