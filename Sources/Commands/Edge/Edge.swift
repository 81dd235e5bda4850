#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

import Navigation

/// A standard stream of the process, unbuffered.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes a line in a program's name.
  package func report(_ message: String, as program: String) { write("\(program): \(message)\n") }

  /// Writes all bytes, and returns their number: fewer where the disk is full or the reader is gone, which cannot be
  /// reported anywhere.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Int { Descriptor(number: rawValue).writeAll(bytes) }

  package var isTerminal: Bool { isatty(rawValue) == 1 }
}

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
    guard let bytes = descriptor.readAll() else { throw .last }
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
    let isWritten = descriptor.writeAll(bytes) == bytes.count
    let error = FileError.last
    guard close(descriptor.number) == 0 else { throw .last }
    guard isWritten else { throw error }
  }
}

/// An open file, in blocking calls.
struct Descriptor {
  let number: Int32

  /// All that is left to read; nil where the system refuses it, for the reason in `errno`.
  func readAll() -> [UInt8]? {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = read(number, &chunk, chunk.count), count != 0 {
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Writes all bytes, and returns their number: fewer where the system refuses more, for the reason in `errno`.
  func writeAll(_ bytes: [UInt8]) -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(number, Array(rest), rest.count)
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

package enum Machine {
  /// The cores in use, 1 to 256.
  package static var processors: Int { max(1, min(256, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension Exploration {
  /// Goes on, for about so many states, with several at once.
  mutating func run(states: Int, jobs: Int) async {
    let batch = takeUp(states: states)
    let parts = await withTaskGroup(of: (Int, SearchBatch.Part).self) { group in
      for part in 0..<jobs { group.addTask { (part, batch.expand(part: part, of: jobs)) } }
      var parts: [(number: Int, part: SearchBatch.Part)] = []
      for await part in group { parts.append(part) }
      return parts.sorted { $0.number < $1.number }
    }
    join(batch, parts.map(\.part))
  }
}

extension ExitCode {
  /// Ends the process.
  package func callAsFunction() -> Never { exit(rawValue) }
}

/// The program `navigation`: its target has a type that conforms to this, and nothing else.
package protocol NavigationProgram {}

extension NavigationProgram {
  package static func main() async {
    let arguments = ProcessArguments.read(as: NavigationCommand.program)
    (await NavigationCommand.run(arguments))()
  }
}

package enum ProcessArguments {
  /// The arguments after the program's name.
  ///
  /// - Parameter program: the name in which it is told that they cannot be read, which ends the process.
  package static func read(as program: String) -> [String] {
    // On Linux, Swift reads them from /proc; without it they are empty, even the first one.
    guard !CommandLine.arguments.isEmpty else {
      StandardStream.error.report("its arguments cannot be read: /proc is not mounted", as: program)
      ExitCode.system()
    }
    return Array(CommandLine.arguments.dropFirst())
  }
}
