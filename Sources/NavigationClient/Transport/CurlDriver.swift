import CCurl
import Glibc

/// The poll thread: the only owner of all transfers and their libcurl handles.
struct CurlDriver {
  private let mailbox: CurlMailbox
  private let multi: UnsafeMutableRawPointer
  private let limits: TransportLimits
  private var active: [ObjectIdentifier: CurlTransfer] = [:]

  /// The longest sleep without an event; a wake-up ends it at once.
  private static let pollMilliseconds: CInt = 60_000

  init(_ mailbox: CurlMailbox, _ limits: TransportLimits) {
    self.mailbox = mailbox
    self.multi = mailbox.multi
    self.limits = limits
    nav_curlm_set_long(multi, CURLMOPT_MAXCONNECTS, limits.connections)
    nav_curlm_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections)
  }

  /// Serves the mailbox until it closes, then fails the remaining transfers and frees every handle.
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
    curl_multi_cleanup(multi)
  }

  /// Signals belong to the program's own threads. With `NOSIGNAL`, a TLS write to a closed socket would raise SIGPIPE
  /// here.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  private mutating func carryOut(_ command: CurlCommand) {
    switch command {
    case .start(let request, let arrival):
      guard let transfer = CurlTransfer(request, arrival: arrival, limits: limits) else {
        return arrival.finish(.failure(.other("libcurl refused the request")))
      }
      active[ObjectIdentifier(arrival)] = transfer
      curl_multi_add_handle(multi, transfer.easy)
    case .resume(let arrival):
      if let transfer = active[ObjectIdentifier(arrival)] { curl_easy_pause(transfer.easy, CURLPAUSE_RECV_CONT) }
    case .cancel(let arrival):
      if let transfer = active[ObjectIdentifier(arrival)] { detach(transfer, .failure(.cancelled)) }
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

  /// Removes the transfer from libcurl, which closes an incomplete response's connection, and resumes its task.
  private mutating func detach(_ transfer: CurlTransfer, _ outcome: Result<Void, TransportError>) {
    curl_multi_remove_handle(multi, transfer.easy)
    active[ObjectIdentifier(transfer.arrival)] = nil
    transfer.arrival.finish(outcome)
  }
}
