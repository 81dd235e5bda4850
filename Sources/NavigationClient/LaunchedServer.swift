import CLinux
import Glibc
import Synchronization

/// The process of a server that ends with this, or with the process that launched it.
final class LaunchedServer: Sendable {
  /// The end of a pipe that keeps the server alive: a shell waits for the other end, which closes with this one, even
  /// in a crash.
  private let lifeline: Mutex<CInt?>

  /// What the shell does with the program and its arguments: 127 where there is none, else it ends as the program does.
  /// Its own copy of the output goes first, so that the output ends with the program. Only errors are logged, unless
  /// the environment says otherwise.
  private static let script =
    #"command -v "$1" >/dev/null || exit 127; export NAVIGATION_LOG_LEVEL="${NAVIGATION_LOG_LEVEL-error}"; "#
    + #""$@" & exec >&-; read -r _; kill $! 2>/dev/null; wait $!"#

  private init(lifeline: CInt) { self.lifeline = Mutex(lifeline) }

  deinit { end() }

  /// Asks the server to end, without waiting for that. Later calls do nothing.
  func end() {
    lifeline.withLock { descriptor in
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// Starts the program on a free port, and waits for the line in which it says where it listens.
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
      await withCheckedContinuation { (told: CheckedContinuation<Greeting, Never>) in
        // The thread lasts as long as the server, and is not to be what keeps it.
        let code = detachThread { [shell, weak server] in
          follow(shell, output.read, told) { server?.end() }
        }
        if code != 0 { told.resume(returning: .failure(text(code))) }
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

  /// What comes of a start.
  private enum Greeting {
    case url(String)
    case failure(String)
  }

  /// Tells the first line, reads what else comes, so that the server never waits for that, and takes note of its end.
  private static func follow(
    _ shell: pid_t, _ output: CInt, _ told: CheckedContinuation<Greeting, Never>, end: () -> Void
  ) {
    let line = readLine(output)
    let url = line.hasPrefix(greeting) ? String(line.dropFirst(greeting.count)) : nil
    if let url {
      told.resume(returning: .url(url))
      while !readLine(output).isEmpty {}
    } else {
      end()
    }
    close(output)
    var status: CInt = 0
    while waitpid(shell, &status, 0) < 0, errno == EINTR {}
    guard url == nil else { return }
    switch (line.isEmpty, status >> 8 & 0xFF) {
    case (false, _): told.resume(returning: .failure("it says \(line.debugDescription)"))
    case (true, 127): told.resume(returning: .failure("no such program"))
    case (true, let code): told.resume(returning: .failure("it ended with \(code)"))
    }
  }

  /// What stands before the URL in the first line of a server.
  private static let greeting = "listening on "

  /// The next line that is not empty, without its end; what there is where the output ends.
  private static func readLine(_ descriptor: CInt) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while case let count = read(descriptor, &byte, 1), count == 1 || count < 0 && errno == EINTR {
      if count < 0 { continue }
      if byte != UInt8(ascii: "\n") { line.append(byte) } else if !line.isEmpty { break }
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Starts a program with no descriptors but these and standard error: a copy of another would keep a connection open.
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
    // Dispatch's threads block signals, and a process inherits that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments + [nil], clinux_environment())
  }

  private static func text(_ code: CInt) -> String { String(cString: strerror(code)).lowercased() }

  /// Neither end outlives the start of a program, but for the copies that it is given.
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
