import Navigation

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

  /// The design in a file.
  static func design(in file: String) throws(Self) -> Design {
    let bytes = try bytes(of: file)
    do throws(Problem) { return try Design(json: bytes) } catch { throw Self(.data, "\(file): \(error.sentences)") }
  }

  init(_ fault: VerificationFault, design: String, log: String) {
    switch fault {
    case .design(let problem): self.init(.data, "\(design): \(problem.sentences)")
    case .log(let line, let detail): self.init(.data, "\(log):\(line): \(detail)")
    }
  }

  /// Creates a file, or replaces its content.
  static func write(_ bytes: [UInt8], to file: String) throws(Self) {
    do throws(FileError) { try Files.write(bytes, to: file) } catch {
      throw Self(.cannotCreate, "\(file) cannot be written: \(error.reason)")
    }
  }

  /// Writes files into a folder, which is made unless it is there.
  static func write(_ files: [ExploreAnswer.WayFile], into folder: String) throws(Self) {
    do throws(FileError) { try Files.makeFolder(folder) } catch {
      throw Self(.cannotCreate, "\(folder) cannot be made: \(error.reason)")
    }
    for file in files { try write(Array(file.text.utf8), to: "\(folder)/\(file.name)") }
  }

  /// What replaces controls by the names of moves; nothing without a file.
  static func locators(in file: String?) throws(Self) -> Locators {
    guard let file else { return Locators() }
    let bytes = try bytes(of: file)
    do throws(BodyRefusal) { return try Locators(request: bytes) } catch {
      throw Self(.data, "\(file): \(Problem(error).sentences)")
    }
  }
}
