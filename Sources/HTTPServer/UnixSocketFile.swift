import Glibc

/// The name of a Unix-domain socket in the file system, which this server has made.
struct UnixSocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Nil where nothing is at the path.
  init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  /// Takes the name away, unless another server has put its own there since.
  func remove() {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
    _ = unlink(path)
  }
}
