import ChildProcesses
import Foundation
import Glibc

/// A program started by a test, with its output on pipes. It is ended when this is released.
final class Child: Sendable {
  typealias End = ChildProcess.End

  private let process: ChildProcess
  private let output: OutputPipe
  private let error: OutputPipe
  private let ends: AsyncStream<End>

  /// Starts `path` with this process's environment, without the server's variables and with those of `environment`.
  ///
  /// - Parameter passing: descriptors passed as 3 and up.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:], passing: [CInt] = []) throws {
    let variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("NAVIGATION_") }
      .merging(environment) { _, own in own }
    let (output, error) = (try OutputPipe(), try OutputPipe())
    defer {
      close(output.writing)
      close(error.writing)
    }
    let process = try ChildProcess(
      [path] + arguments, environment: variables.map { "\($0)=\($1)" }, output: output.writing, error: error.writing,
      passing: passing)
    (self.process, self.output, self.error) = (process, output, error)
    let (ends, report) = AsyncStream.makeStream(of: End.self)
    self.ends = ends
    Thread.detachNewThread {
      report.yield(process.wait())
      report.finish()
    }
  }

  deinit { process.signal(SIGKILL) }

  var identifier: pid_t { process.identifier }

  func signal(_ number: CInt) { process.signal(number) }

  /// Waits for the program's end; to be called once.
  func ended() async -> End? {
    for await end in ends { return end }
    return nil
  }

  /// The next line of standard output, without its end; at the end of the output the rest.
  func line() async throws -> String {
    try await onThread { [output] in output.line() }
  }

  /// The next line of standard error.
  func errorLine() async throws -> String {
    try await onThread { [error] in error.line() }
  }

  /// Both streams up to the program's end; standard error must fit in a pipe.
  func texts() async throws -> (output: String, error: String) {
    try await onThread { [output, error] in (output.rest(), error.rest()) }
  }
}

/// The result of a program that ends by itself.
struct Run: Sendable, Equatable {
  var end: Child.End?
  var output: String
  var error: String

  init(_ path: String, _ arguments: [String], environment: [String: String] = [:], passing: [CInt] = []) async throws {
    let child = try Child(path, arguments, environment: environment, passing: passing)
    (output, error) = try await child.texts()
    end = await child.ended()
  }
}

/// Runs a blocking function on its own thread, since all tasks share the few threads of Dispatch.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { reply in
    Thread.detachNewThread { reply.resume(with: Result { try body() }) }
  }
}

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
