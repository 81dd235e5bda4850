#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why a file cannot be read or written, in the system's words.
package struct FileError: Error, Sendable {
  package let reason: String

  /// The error of the last call.
  fileprivate static var last: FileError { FileError(reason: String(cString: strerror(errno))) }
}

/// Files, as a whole.
package enum Files {
  /// - Parameter file: `-` for standard input.
  package static func read(_ file: String) throws(FileError) -> [UInt8] {
    guard file != "-" else { return try content(of: Descriptor(number: STDIN_FILENO)) }
    let descriptor = Descriptor(number: open(file, O_RDONLY | O_CLOEXEC))
    guard descriptor.number >= 0 else { throw .last }
    defer { close(descriptor.number) }
    return try content(of: descriptor)
  }

  private static func content(of descriptor: Descriptor) throws(FileError) -> [UInt8] {
    guard let bytes = descriptor.read() else { throw .last }
    return bytes
  }

  /// Creates a folder unless it is there; the one that it is in has to be.
  package static func makeFolder(_ folder: String) throws(FileError) {
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a file, or replaces its content.
  package static func write(_ bytes: [UInt8], to file: String) throws(FileError) {
    let descriptor = Descriptor(number: open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
    guard descriptor.number >= 0 else { throw .last }
    let isWritten = descriptor.write(bytes) == bytes.count
    let error = FileError.last
    guard close(descriptor.number) == 0 else { throw .last }
    guard isWritten else { throw error }
  }
}

/// An open file, in blocking calls.
struct Descriptor {
  let number: Int32

  /// All that is left to read; nil where the system refuses it, for the reason in `errno`.
  func read() -> [UInt8]? {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = received(number, &chunk, chunk.count), count != 0 {
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes, and returns their number: fewer where the system refuses more, for the reason in `errno`.
  func write(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = sent(number, Array(rest), rest.count)
      if count < 0, errno == EINTR { continue }
      // The parent process may have made the stream non-blocking.
      if count < 0, errno == EAGAIN {
        var stream = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&stream, 1, -1)
        continue
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    return bytes.count - rest.count
  }
}

/// `read` and `write` of the system, whatever its module is called: in `Descriptor` these names are its own.
private func received(_ number: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, bytes, count)
}
private func sent(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int { write(number, bytes, count) }
