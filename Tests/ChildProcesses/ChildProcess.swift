import CLinux
import Glibc
import Synchronization

/// A child process.
///
/// Foundation's `Process` reads past the list of open descriptors (swift-corelibs-foundation #5472, in Swift 6.3.1):
/// during the ten thousand connections of `FaultTests`, a start occasionally ended all tests with a SIGSEGV.
public final class ChildProcess: Sendable {
  public enum End: Sendable, Equatable {
    case exit(CInt)
    case signal(CInt)
  }

  /// A failed call of the system.
  public struct Failure: Error {
    public let call: String
    public let code: CInt

    public init(call: String, code: CInt) { (self.call, self.code) = (call, code) }
  }

  public let identifier: pid_t
  private let isRunning = Mutex(true)

  /// - Parameters:
  ///   - arguments: the first one is the program's path.
  ///   - environment: as `name=value`; by default this process's.
  ///   - input, output, error: descriptors; nil is `/dev/null`. The child has no others: a copy would keep the sockets
  ///     of other tests alive.
  ///   - passing: descriptors passed as 3 and up; none has a number below 10.
  public init(
    _ arguments: [String], environment: [String]? = nil, input: CInt? = nil, output: CInt? = nil, error: CInt? = nil,
    passing: [CInt] = []
  ) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (number, descriptor) in [input, output, error].enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(number))
      } else {
        posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDWR, 0)
      }
    }
    for (index, descriptor) in passing.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(3 + index))
    }
    clinux_spawn_closes_from(&actions, CInt(3 + passing.count))
    // Dispatch's threads block signals, and a child inherits their mask.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let (words, variables) = (arguments.map { strdup($0) }, environment?.map { strdup($0) })
    defer { for text in words + (variables ?? []) { free(text) } }
    var identifier = pid_t()
    let code =
      if let variables {
        posix_spawn(&identifier, arguments[0], &actions, &attributes, words + [nil], variables + [nil])
      } else {
        posix_spawn(&identifier, arguments[0], &actions, &attributes, words + [nil], clinux_environment())
      }
    guard code == 0 else { throw Failure(call: "posix_spawn \(arguments[0])", code: code) }
    self.identifier = identifier
  }

  /// Does nothing after the process's end: another process may have its id.
  public func signal(_ number: CInt) {
    isRunning.withLock { isRunning in
      if isRunning { kill(identifier, number) }
    }
  }

  /// Waits for the process's end; to be called once.
  public func wait() -> End {
    while waitid(P_PID, id_t(identifier), nil, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return isRunning.withLock { isRunning in
      isRunning = false
      var status: CInt = 0
      waitpid(identifier, &status, 0)
      return status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }
}
