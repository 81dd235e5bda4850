import Dispatch
import Foundation

/// A program that a test has started, with its output on pipes; it ends when nobody holds this any more.
final class Child: Sendable {
  enum End: Sendable, Equatable {
    case exit(CInt)
    case signal(CInt)
  }

  private let process = Process()
  private let output = Pipe()
  private let error = Pipe()
  private let ends: AsyncStream<End>

  /// Starts `path` with this process's environment, without the server's variables but with those of `environment`.
  ///
  /// Foundation's `Process` leaves no other descriptor open in the child: a copy would keep the sockets of other tests alive.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let (ends, report) = AsyncStream.makeStream(of: End.self)
    self.ends = ends
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("NAVIGATION_") }
      .merging(environment) { _, own in own }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    process.terminationHandler = { process in
      switch process.terminationReason {
      case .exit: report.yield(.exit(process.terminationStatus))
      case .uncaughtSignal: report.yield(.signal(process.terminationStatus))
      @unknown default: break
      }
      report.finish()
    }
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  var identifier: CInt { process.processIdentifier }

  func signal(_ number: CInt) { kill(process.processIdentifier, number) }

  /// How the program ended, once it has; to be called once.
  func ended() async -> End? {
    for await end in ends { return end }
    return nil
  }

  /// The next line of its standard output without its end; what there is where the output ends.
  func line() async throws -> String {
    try await onThread { [output] in
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Both streams to their ends, which come when the program ends; standard error must fit in a pipe.
  func texts() async throws -> (output: String, error: String) {
    try await onThread { [output, error] in (try Self.text(output), try Self.text(error)) }
  }

  private static func text(_ pipe: Pipe) throws -> String {
    String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// What a program comes to that ends by itself.
struct Run: Sendable, Equatable {
  var end: Child.End?
  var output: String
  var error: String

  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) async throws {
    let child = try Child(path, arguments, environment: environment)
    (output, error) = try await child.texts()
    end = await child.ended()
  }
}

/// What blocks, away from the threads that the tasks share.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { reply in
    DispatchQueue.global().async { reply.resume(with: Result { try body() }) }
  }
}
