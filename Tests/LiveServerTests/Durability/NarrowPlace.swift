#if SQLite
import ChildProcesses
import Glibc
import Testing

/// A folder with room for a few dozen changes of a store, which can be extended.
final class NarrowPlace: Sendable {
  enum Kind: CaseIterable, Sendable {
    /// A file system in memory, which root can mount.
    case fileSystem
    /// The largest size of a file.
    case fileSize
  }

  private let kind: Kind
  private let folder: TemporaryDirectory

  /// The initial room in KiB.
  private static let room = 640

  init(_ kind: Kind, _ folder: TemporaryDirectory) throws {
    (self.kind, self.folder) = (kind, folder)
    switch kind {
    case .fileSystem: try #require(Self.mount("-t", "tmpfs", "-o", "size=\(Self.room)k", "none", folder.path))
    case .fileSize: break
    }
  }

  deinit {
    switch kind {
    case .fileSystem: _ = Self.run(["/bin/umount", "-l", folder.path])
    case .fileSize: break
    }
  }

  var path: String { folder.path + "/sessions.db" }

  /// The shell command that starts the server.
  var shell: String {
    switch kind {
    case .fileSystem: #"exec "$@""#
    // `ulimit -f` counts blocks of 512 bytes.
    case .fileSize: #"ulimit -S -f \#(Self.room * 2); exec "$@""#
    }
  }

  func widen(_ process: pid_t) async throws {
    switch kind {
    case .fileSystem: #expect(Self.mount("-o", "remount,size=64m", folder.path))
    case .fileSize:
      #expect(try await Run("/usr/bin/prlimit", ["--pid", "\(process)", "--fsize=unlimited"]).end == .exit(0))
    }
  }

  /// The kinds available to this process.
  static let available: [Kind] = {
    guard geteuid() == 0, let folder = try? TemporaryDirectory(), mount("-t", "tmpfs", "none", folder.path) else {
      return [.fileSize]
    }
    _ = run(["/bin/umount", "-l", folder.path])
    return Kind.allCases
  }()

  private static func mount(_ arguments: String...) -> Bool { run(["/bin/mount"] + arguments) }

  private static func run(_ words: [String]) -> Bool {
    (try? ChildProcess(words, environment: [], output: 2, error: 2).wait()) == .exit(0)
  }
}
#endif
