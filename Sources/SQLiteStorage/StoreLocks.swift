#if SQLite
import Glibc
import Synchronization

/// The locks by which one process at a time has a store's file open for writing. The kernel releases them when the
/// process ends, also by a crash.
///
/// One is on the file, whichever of its names is given, and whatever is removed beside it. The other is on `PATH-lock`:
/// while the file has been moved away, a new one of its name would share `PATH-wal` with it.
///
/// Both are of `flock`, which has nothing to do with SQLite's own locks of `fcntl`, so that `check` and `backup` read
/// beside the server. A process loses those of `fcntl` when it closes any descriptor of the file. Hence this one of the
/// file is opened before SQLite's, and closed after them.
final class StoreLocks: Sendable {
  private let path: String
  private let descriptors: Mutex<[Int32]>

  /// Locks the file; creates it with mode 0600 if it is missing. Throws `inUse` and `unavailable`.
  init(_ path: String) throws(StorageFault) {
    self.path = path
    let name = try Self.lockedName(path)
    descriptors = Mutex([name])
    do throws(StorageFault) {
      // Not to be held up by a named pipe.
      let file = try Self.locked(path, O_RDONLY | O_CREAT | O_NONBLOCK, of: path)
      descriptors.withLock { $0.append(file) }
    } catch {
      release()
      throw error
    }
  }

  deinit { release() }

  /// Releases the locks and removes `PATH-lock`; after SQLite's connections are closed.
  func release() {
    descriptors.withLock { descriptors in
      if !descriptors.isEmpty { unlink(path + "-lock") }
      for descriptor in descriptors { close(descriptor) }
      descriptors = []
    }
  }

  private static func lockedName(_ path: String) throws(StorageFault) -> Int32 {
    while true {
      let descriptor = try locked(path + "-lock", O_RDWR | O_CREAT, of: path)
      // The process that held the lock before may have unlinked the file after it was opened here.
      if isFile(descriptor, at: path + "-lock") { return descriptor }
      close(descriptor)
    }
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, there) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &there) == 0 && opened.st_ino == there.st_ino
      && opened.st_dev == there.st_dev
  }

  private static func locked(_ name: String, _ flags: Int32, of path: String) throws(StorageFault) -> Int32 {
    let descriptor = open(name, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable(path: path, detail: "\(name): " + String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw code == EWOULDBLOCK ? .inUse(path: path) : .unavailable(path: path, detail: String(cString: strerror(code)))
    }
    return descriptor
  }
}
#endif
