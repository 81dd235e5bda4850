/// Why a command ends before it has done its work.
struct CommandFailure: Error, Sendable {
  let exit: ExitCode
  let message: String

  init(_ exit: ExitCode, _ message: String) { (self.exit, self.message) = (exit, message) }

  /// The content of a file.
  ///
  /// - Parameters:
  ///   - file: `-` for standard input.
  ///   - hint: what follows the reason, where it cannot be read.
  static func bytes(of file: String, otherwise hint: String = "") throws(Self) -> [UInt8] {
    do throws(FileError) { return try Files.read(file) } catch {
      throw Self(.noInput, "\(file): \(error.reason)\(hint)")
    }
  }

  /// Creates a file, or replaces its content.
  static func write(_ bytes: [UInt8], to file: String) throws(Self) {
    do throws(FileError) { try Files.write(bytes, to: file) } catch {
      throw Self(.cannotCreate, "\(file) cannot be written: \(error.reason)")
    }
  }
}
