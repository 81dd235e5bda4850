#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
  package func write(_ bytes: [UInt8]) -> Int { Descriptor(number: rawValue).write(bytes) }

  package var isTerminal: Bool { isatty(rawValue) == 1 }
}
