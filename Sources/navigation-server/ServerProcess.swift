import CLinux
import Commands
import Dispatch
import Glibc
import HTTPServer
import Navigation
import NavigationService
import SessionStorage
import Synchronization

/// The server process: from the options to the last connection.
final class ServerProcess: Sendable {
  /// Seconds between sweeps of expired sessions.
  private static let sweepInterval = 10
  /// Seconds to wait for the logs when the process ends.
  private static let logSeconds = 1

  /// Descriptors besides those of the shards: Dispatch's for its queue, signals and timers, without which it crashes
  /// the process; one opened temporarily; and one for a connection.
  private static let ownDescriptors = 7
  /// Descriptors of a thread that reads a store file: the file and its log.
  private static let readingDescriptors = 2

  private let options: ServerOptions
  private let supervisor: Supervisor
  private let log: ServerLog
  /// The writers of the access log and of the server's log.
  private let lines: [LineWriter]
  private let service: NavigationService
  private let server: HTTPServer
  /// Nil for the memory store.
  private let closeStore: (@Sendable () -> Void)?
  /// The demo's sessions, ready for a browser.
  private let examples: [(title: String, id: SessionID)]
  /// The number of connections served.
  private let room: ConnectionRoom
  private let isStopping = Atomic<Bool>(false)

  /// Throws where options contradict each other, or name a file that is open to others.
  init(_ options: ServerOptions, _ supervisor: Supervisor, demo: [DemoSession] = []) throws(OptionError) {
    let log = ServerLog(level: options.logLevel, lines: Self.lines(on: .error))
    let accessLines = options.logsAccess ? Self.lines(on: .output) : nil
    let lines = [accessLines, log.lines].compactMap { $0 }
    let (traffic, process) = (Traffic(), ProcessFigures())
    var configuration = options.service(log)
    let workers = Self.required(Workers(shards: options.shardCount), "large requests")
    configuration.work = { workers.add($0) }
    var options = options
    options.completeStore()
    if let accessLines {
      configuration.access = { [hasIDs = options.accessLogHasIDs] in accessLines.write($0, hasIDs: hasIDs) }
    }
    let known = try options.keys()
    let commits = CommitCounters()
    let opened = try options.openStore(log, commits: commits)
    let store = opened.store
    closeStore = opened.close
    configuration.now = opened.now
    configuration.keys = try known.map { (known) throws(OptionError) in try KeyRing(keeping: known, in: store) }
    Descriptors.raiseLimit()
    let room = ConnectionRoom(under: options.http, beside: Self.descriptors(options) - 1)
    // The limits in force: connections may be fewer than requested.
    let http = room.limits(options.http)
    configuration.limits = options.limits(http) + [("heavy-requests", configuration.heavyRequests)]
    configuration.figures = { process.figures(traffic.figures, droppedLines: lines.reduce(0) { $0 + $1.droppedLines }) }
    examples = try DemoSession.open(demo, in: store)
    var beginCommit: (@Sendable () -> Void)?
    if closeStore != nil {
      configuration.commits = commits
      store.gatherChanges()
      beginCommit = { store.beginCommit() }
    }
    let service = NavigationService(store: store, configuration: configuration)
    (self.options, self.supervisor, self.service, self.room) = (options, supervisor, service, room)
    (self.log, self.lines) = (log, lines)
    server = HTTPServer(
      configuration: HTTPServerConfiguration(
        host: options.host, port: options.port, unixSocket: options.unixSocket, passedSocket: options.passedSocket,
        shards: options.shardCount, limits: http), traffic: traffic, handler: { await service.respond(to: $0) },
      refusal: { service.respond(to: $0) }, report: { log.failure($0) }, pause: beginCommit)
  }

  /// Descriptors needed to start.
  private static func descriptors(_ options: ServerOptions) -> Int {
    let ofStore =
      switch options.storeChoice {
      case .memory: 0
      case .sqlite: SessionStore.readerLimit * readingDescriptors
      // Write and read connections, the listener's, the node's, and one that replaces another.
      case .postgresql: 2 * (options.storeConnections ?? 2) + 3
      }
    return ownDescriptors + options.shardCount * HTTPServer.descriptorsOfShard + ofStore
  }

  private static func lines(on stream: StandardStream) -> LineWriter { required(LineWriter(stream), "a log") }

  /// Ends the process where no thread could be started.
  private static func required<Threads>(_ threads: Threads?, _ purpose: String) -> Threads {
    if let threads { return threads }
    StandardStream.error.report("cannot start a thread for \(purpose)")
    ExitCode.system()
  }

  /// Nanoseconds of a clock that no one sets.
  @Sendable static func uptime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Bytes from which on an allocation has pages of its own, which return to the system when freed. Without a number
  /// glibc raises it with each such allocation, up to 32 MiB, and freed memory stays.
  private static let ownPagesBytes: Int32 = 128 * 1024
  /// Free bytes retained at the end of a heap; fewer cost system calls.
  private static let spareHeapBytes: Int32 = 1024 * 1024

  /// Sets as many heaps as shards: otherwise each thread of Dispatch and of the store would begin a heap and leave it
  /// half used. Large allocations return to the system when freed.
  private static func setUpHeaps(_ count: Int) {
    mallopt(M_ARENA_MAX, Int32(clamping: count))
    mallopt(M_MMAP_THRESHOLD, ownPagesBytes)
    mallopt(M_TRIM_THRESHOLD, spareHeapBytes)
  }

  /// Serves until a signal ends the process.
  func run() -> Never {
    Self.setUpHeaps(options.shardCount)
    let descriptors = Self.descriptors(options)
    if let code = Descriptors.shortage(of: descriptors) {
      fail(.systemCall("opening \(descriptors) descriptors", errno: code))
    }
    logUnknownVariables()
    let signals = signalSources()
    do throws(HTTPServerError) {
      let address = try server.start()
      logStart(at: address.url)
      StandardStream.output.write("listening on \(address.url)\n" + addressesToOpen(at: address.url))
      notify(.ready(status: "listening on \(address.url)"))
    } catch { fail(error) }
    let sweeper = sweeper()
    // Dispatch calls sources only while they are retained.
    withExtendedLifetime((signals, sweeper)) { dispatchMain() }
  }

  /// A line for the inspector and one for each example; empty without examples.
  private func addressesToOpen(at url: String) -> String {
    guard !examples.isEmpty else { return "" }
    return examples.reduce(into: "open \(url)/ in a browser, or one of its sessions:\n") {
      $0 += "\(url)/#\($1.id)  \($1.title)\n"
    }
  }

  private func logUnknownVariables() {
    for variable in options.unknownVariables {
      log.info("unknown variable ignored") {
        $0.member("variable", variable)
        $0.member("hint", NearestWord.question(variable, among: Option.all.map(\.variable)))
      }
    }
  }

  /// On a terminal, what a person wants to know first.
  private func logStart(at url: String) {
    guard !log.isOnTerminal || options.logLevel < .info else {
      let kept =
        options.storeChoice == .memory
        ? "end with this process; to keep them: \(ServerOptions.keepingHint)" : "are kept"
      let browser = options.unixSocket == nil ? "Open \(url)/ in a browser. " : ""
      return StandardStream.error.write("\(browser)Ctrl-C ends the server. Sessions \(kept).\n")
    }
    log.info("started") {
      $0.member("url", url)
      if options.passedSocket != nil { $0.member("socketFrom", "service manager") }
      room.write(to: &$0, wanted: options.http.connections)
    }
    if options.storeChoice == .memory {
      log.info("sessions end with this process") { $0.member("toKeepThem", ServerOptions.keepingHint) }
    }
  }

  private func sweeper() -> DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    let interval = DispatchTimeInterval.seconds(Self.sweepInterval)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .seconds(1))
    timer.setEventHandler { [service] in service.removeExpired() }
    timer.activate()
    return timer
  }

  private func fail(_ error: HTTPServerError) -> Never {
    let (exit, reason): (ExitCode, String) =
      switch error {
      case .invalidHost(let host):
        (.usage, "\(OptionName("host")) is an IPv4 or IPv6 address, such as 127.0.0.1, not \"\(host)\"")
      case .addressInUse(let host, let port):
        (
          .unavailable,
          "port \(port) of \(host) is already in use: choose another as \(OptionName("port")), 0 for any free one"
        )
      case .addressNotAvailable(let host):
        (.unavailable, "\(host) is no address of this machine: choose one as \(OptionName("host")), such as 127.0.0.1")
      case .permissionDenied(let port):
        (.unavailable, "port \(port) is reserved: choose one from 1024 on as \(OptionName("port"))")
      case .socketPathTooLong(let path, let limit):
        (.usage, "the path of a socket has at most \(limit) bytes, and \"\(path)\" has \(path.utf8.count)")
      case .socketInUse(let path): (.unavailable, "\(path) is already in use")
      case .notASocket(let path): (.unavailable, "\(path) already exists, and is no socket")
      case .notAListeningSocket(let descriptor):
        (.unavailable, "descriptor \(descriptor) is no stream socket that listens")
      case .alreadyStarted: (.system, "the server was stopped before it had started")
      case .systemCall(let call, let code): (.system, "\(call): \(String(cString: strerror(code)))")
      }
    finishLines()
    OptionError(reason).report(as: Command.program)
    exit()
  }

  /// The first SIGTERM or SIGINT drains, the second ends the process at once. With keys SIGHUP reads their file again.
  /// Without keys it ends the process, unless there is a service manager, which may reload any service.
  private func signalSources() -> [DispatchSourceSignal] {
    signal(SIGPIPE, SIG_IGN)
    let ends = [SIGTERM, SIGINT].map { number in source(of: number) { [self] in stop(number) } }
    return options.apiKeyFile == nil && !supervisor.listens ? ends : ends + [source(of: SIGHUP) { [self] in reload() }]
  }

  private func source(of number: Int32, _ action: @escaping @Sendable () -> Void) -> DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler(handler: action)
    // A signal before Dispatch has its handler in place would be ignored.
    let isRegistered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { isRegistered.signal() }
    source.activate()
    isRegistered.wait()
    return source
  }

  private func reload() {
    notify(.reloading)
    readKeys()
    notify(.ready(status: "reloaded"))
  }

  /// A failure is logged only: the server keeps running.
  private func notify(_ state: Supervisor.State) {
    guard let code = supervisor.notify(state) else { return }
    log.error("service manager not notified") { $0.member("reason", String(cString: strerror(code))) }
  }

  /// On an error in the new file the old keys stay in force.
  private func readKeys() {
    let refused = { (reason: String) in
      self.log.error("keys not read, the old ones stay in force") { $0.member("reason", reason) }
    }
    do throws(OptionError) {
      guard let known = try options.keys() else { return }
      do throws(StoreError) { try service.replaceKeys(with: known) } catch { return refused(error.text) }
      log.info("keys read") { $0.member("keys", known.names.count) }
    } catch { refused(error.message) }
  }

  private func stop(_ number: Int32) {
    guard !isStopping.exchange(true, ordering: .relaxed) else { Glibc.exit(128 + number) }
    notify(.stopping)
    log.info("draining") { $0.member("signal", Int(number)) }
    service.isDraining = true
    server.drain(within: Double(options.drainSeconds)) { [self] in
      closeStore?()
      log.info("stopped")
      finishLines()
      ExitCode.done()
    }
  }

  private func finishLines() {
    for lines in lines { lines.finish(within: Self.logSeconds) }
  }
}

/// Threads for work that would block a shard. They take jobs in order of arrival, and each runs one at a time.
///
/// They yield to the shards where there are fewer cores than threads.
final class Workers: Sendable {
  /// Maximum number of threads.
  private static let limit = 4
  /// The nice value for setpriority(2): a shard gets nine times the share of a contended core.
  private static let niceness: CInt = 10

  typealias Job = @Sendable () -> Void

  /// In the order of arrival; few, as requests beyond `heavyRequests` are refused.
  private let jobs = Mutex<[Job]>([])
  private let waiting = DispatchSemaphore(value: 0)

  /// Starts one thread per shard, within the limit; nil where a thread cannot be started.
  init?(shards: Int) {
    for _ in 0..<max(1, min(shards, Self.limit)) {
      guard DetachedThread.start({ self.run() }) else { return nil }
    }
  }

  /// Queues a job, and returns at once.
  func add(_ job: @escaping Job) {
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func run() {
    // On Linux this applies to the calling thread only.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    while true {
      waiting.wait()
      jobs.withLock { $0.removeFirst() }()
    }
  }
}
