import CLinux
import Glibc

/// The output of a child; each byte can be read once.
public final class OutputPipe: Sendable {
  private let reading: CInt
  /// The child's end; to be closed here after the child has inherited it.
  public let writing: CInt

  public init() throws {
    var ends: [CInt] = [-1, -1]
    guard clinux_pipe(&ends, O_CLOEXEC) == 0 else { throw ChildProcess.Failure(call: "pipe", code: errno) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit { close(reading) }

  /// The next line without its end; at the end of the output the rest.
  public func line() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(&byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// The rest of the output, up to the end of its last writer.
  public func rest() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(&chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    while true {
      let count = Glibc.read(reading, buffer, count)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
