import CLinux
import Glibc
import Synchronization

/// A server process that ends with this object, or with the process that launched it.
final class LaunchedServer: Sendable {
  /// The write end of a pipe that keeps the server alive. A shell reads the other end, which reaches its end when this
  /// one closes, even in a crash.
  private let lifeline: Mutex<CInt?>

  /// Runs the program: exits with 127 where it does not exist, else with the program's status. The shell closes its own
  /// copy of the output first, so that the output ends with the program. Only errors are logged, unless the environment
  /// says otherwise.
  private static let script =
    #"command -v "$1" >/dev/null || exit 127; export NAVIGATION_LOG_LEVEL="${NAVIGATION_LOG_LEVEL-error}"; "#
    + #""$@" & exec >&-; read -r _; kill $! 2>/dev/null; wait $!"#

  private init(lifeline: CInt) { self.lifeline = Mutex(lifeline) }

  deinit { end() }

  /// Asks the server to end, without waiting. Later calls do nothing.
  func end() {
    lifeline.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// Starts the program on a free port, and waits for the line that names its address.
  static func launch(_ program: String, _ arguments: [String]) async throws(ClientError) -> (
    LaunchedServer, url: String
  ) {
    guard let input = Pipe(), let output = Pipe() else { throw .notLaunched(program: program, reason: text(errno)) }
    var shell = pid_t()
    let code = spawn(
      &shell, ["sh", "-c", script, "sh", program, "--port", "0"] + arguments, input: input.read, output: output.write)
    close(input.read)
    close(output.write)
    let server = LaunchedServer(lifeline: input.write)
    guard code == 0 else {
      close(output.read)
      throw .notLaunched(program: program, reason: text(code))
    }
    let greeting = await withTaskCancellationHandler {
      await withCheckedContinuation { (launched: CheckedContinuation<Greeting, Never>) in
        // The thread lives as long as the server, and must not keep it alive.
        let code = detachThread { [shell, weak server] in
          follow(shell, output: output.read, reportingTo: launched) { server?.end() }
        }
        if code != 0 { launched.resume(returning: .failure(text(code))) }
      }
    } onCancel: {
      server.end()
    }
    if Task.isCancelled { throw .cancelled }
    switch greeting {
    case .url(let url): return (server, url)
    case .failure(let reason): throw .notLaunched(program: program, reason: reason)
    }
  }

  /// The outcome of a launch.
  private enum Greeting {
    case url(String)
    case failure(String)
  }

  /// Reports the first line, drains later output so that the server never blocks on it, and reaps the process.
  private static func follow(
    _ shell: pid_t, output: CInt, reportingTo launched: CheckedContinuation<Greeting, Never>, end: () -> Void
  ) {
    let line = readLine(output)
    let url = line.hasPrefix(greeting) ? String(line.dropFirst(greeting.count)) : nil
    if let url {
      launched.resume(returning: .url(url))
      while !readLine(output).isEmpty {}
    } else {
      end()
    }
    close(output)
    var status: CInt = 0
    while waitpid(shell, &status, 0) < 0, errno == EINTR {}
    guard url == nil else { return }
    switch (line.isEmpty, status >> 8 & 0xFF) {
    case (false, _): launched.resume(returning: .failure("it says \(line.debugDescription)"))
    case (true, 127): launched.resume(returning: .failure("no such program"))
    case (true, let code): launched.resume(returning: .failure("it ended with \(code)"))
    }
  }

  /// The text before the URL in a server's first line.
  private static let greeting = "listening on "

  /// The next non-empty line without its end, or the rest where the output ends.
  private static func readLine(_ descriptor: CInt) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while case let count = read(descriptor, &byte, 1), count == 1 || count < 0 && errno == EINTR {
      if count < 0 { continue }
      if byte != UInt8(ascii: "\n") { line.append(byte) } else if !line.isEmpty { break }
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Starts a program with standard error and these descriptors alone: a copy of another would keep a connection open.
  private static func spawn(_ process: inout pid_t, _ words: [String], input: CInt, output: CInt) -> CInt {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    clinux_spawn_closes_from(&actions, 3)
    // Dispatch's threads block signals, and a child process inherits the mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments + [nil], clinux_environment())
  }

  private static func text(_ code: CInt) -> String { String(cString: strerror(code)).lowercased() }

  /// A pipe whose ends a launched program does not inherit, apart from the copies given to it.
  private struct Pipe {
    let read: CInt
    let write: CInt

    init?() {
      var ends: [CInt] = [-1, -1]
      guard clinux_pipe(&ends, O_CLOEXEC) == 0 else { return nil }
      (read, write) = (ends[0], ends[1])
    }
  }
}

/// Runs blocking work on its own thread, which ends with `run`: Dispatch's threads are shared by all tasks.
///
/// Returns 0, or the system's error code where no thread could be started; `run` is then not called.
func detachThread(_ run: @escaping @Sendable () -> Void) -> CInt {
  let work = Unmanaged.passRetained(ThreadWork(run))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      // SAFETY: pthread_create passes on the pointer that `passRetained` made, once.
      if let context { Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, work.toOpaque())
  if code == 0 { pthread_detach(thread) } else { work.release() }
  return code
}

private final class ThreadWork {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
