import Glibc

/// A folder of this run's own for the files that other programs want to be told in, or keep.
struct TemporaryFolder {
  let path: String

  init(in parent: String = "/tmp") throws {
    var name = Array("\(parent)/navigation-bench.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw BenchmarkFailure.couldNotWrite(errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkFailure.couldNotWrite(errno) }
    defer { close(descriptor) }
    writeLine(text, to: descriptor)
    return file
  }

  /// Removes the folder with its files; what other programs have made in it as well.
  func remove() {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != ".", name != ".." { unlink("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
