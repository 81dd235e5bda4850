import Foundation

/// A new directory, removed with this value.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    // The path is short enough for a socket.
    path = FileManager.default.temporaryDirectory.appending(path: "nav-\(UInt32.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file with these permissions and returns its path.
  func write(_ text: String, to name: String, mode: Int) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }
}
