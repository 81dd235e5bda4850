import Commands
import Glibc
import Navigation
import NavigationService

/// The file of API keys, which only its owner may have access to, or a group that root lends it to.
enum APIKeyFile {
  /// Maximum bytes of the file.
  private static let limit = 1 << 20

  /// Throws where the file is open to others or invalid; the message contains no part of a key.
  static func read(_ path: String) throws(OptionError) -> APIKeys {
    // Non-blocking, so that opening a named pipe does not hang; it is refused below.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw error(path, "cannot be read: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw error(path, "is no regular file")
    }
    // A group, or the mask of systemd's access list, is how root gives another user a file to read (`LoadCredential=`, 0440).
    let isLent = status.st_uid == 0 && geteuid() != 0
    guard status.st_mode & (isLent ? 0o037 : 0o077) == 0 else {
      throw error(path, "is open to others than its owner: chmod 600 closes it")
    }
    guard let text = contents(of: descriptor) else {
      throw error(path, "cannot be read, or has more than \(limit) bytes")
    }
    do { return try APIKeys(file: text) } catch { throw Self.error(path, error.reason) }
  }

  private static func contents(of descriptor: Int32) -> [UInt8]? {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while text.count <= limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return text }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      text += buffer[..<count]
    }
    return nil
  }

  private static func error(_ path: String, _ reason: String) -> OptionError {
    OptionError("\(OptionName("api-key-file", path)): \(reason)")
  }
}
