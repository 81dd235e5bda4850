#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
