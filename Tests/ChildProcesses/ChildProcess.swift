import CLinux
import Glibc
import Synchronization

/// A child process.
///
/// Foundation's `Process` reads past the list of open descriptors (swift-corelibs-foundation #5472, in Swift 6.3.1):
/// during the ten thousand connections of `FaultTests`, a start occasionally ended all tests with a SIGSEGV.
final class ChildProcess: Sendable {
  let identifier: pid_t
  private let isRunning = Mutex(true)

  /// - Parameters:
  ///   - arguments: the first one is the program's path.
  ///   - environment: as `name=value`.
  ///   - output, error: descriptors. The child has no others: a copy would keep the sockets of other tests alive.
  ///   - passing: descriptors passed as 3 and up; none has a number below 10.
  init(_ arguments: [String], environment: [String], output: CInt, error: CInt, passing: [CInt] = []) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    for (index, descriptor) in passing.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(3 + index))
    }
    clinux_spawn_closes_from(&actions, CInt(3 + passing.count))
    // Dispatch's threads block signals, and a child inherits their mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let (words, variables) = (arguments.map { strdup($0) }, environment.map { strdup($0) })
    defer { for text in words + variables { free(text) } }
    var identifier = pid_t()
    let code = posix_spawn(&identifier, arguments[0], &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw RawConnection.Failure(call: "posix_spawn \(arguments[0])", code: code) }
    self.identifier = identifier
  }

  /// Does nothing after the process's end: another process may have its id.
  func signal(_ number: CInt) {
    isRunning.withLock { isRunning in
      if isRunning { kill(identifier, number) }
    }
  }

  /// Waits for the process's end; to be called once.
  func wait() -> Child.End {
    while waitid(P_PID, id_t(identifier), nil, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return isRunning.withLock { isRunning in
      isRunning = false
      var status: CInt = 0
      waitpid(identifier, &status, 0)
      return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }
}
