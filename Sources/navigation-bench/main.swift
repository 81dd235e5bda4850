import CReferenceServer
import Glibc

func run(_ arguments: ArraySlice<String>) -> CInt? {
  let rest = arguments.dropFirst()
  switch arguments.first {
  case "targets": return TargetBenchmark(rest)?.run()
  case "reference-server": return CommandLineOptions(rest).flatMap { try? referenceServer($0) }
  case "--help":
    writeLine(Usage.text, to: 1)
    return 0
  case let name: return name.flatMap(Subcommand.init)?.benchmark.init(rest)?.run()
  }
}

/// The subcommand `reference-server`: serves until a signal ends the process; returns the exit code on failure.
func referenceServer(_ options: CommandLineOptions) throws -> CInt {
  var options = options
  let host = options.text("host", "127.0.0.1")
  let response = options.text("response", FixedAnswer(head: "HTTP/1.1 200 OK\r\n", bytes: 170).text)
  let port = try options.number("port", 0...65535, 0)
  let buffer = try options.number("buffer", 256...1_048_576, 16 << 10)
  let microseconds = try options.number("spin", 0...1_000_000, 0)
  guard options.isEmpty else { throw CommandLineOptions.WrongUsage() }
  var bound = UInt16(truncatingIfNeeded: port)
  let listener = reference_server_open(host, &bound)
  if listener >= 0 {
    writeLine("listening on http://\(host):\(bound)", to: 1)
    _ = reference_server_serve(listener, response, response.utf8.count, buffer, microseconds * 1_000)
  }
  writeLine("navigation-bench: cannot serve at \(host):\(port): \(String(cString: strerror(errno)))", to: 2)
  return 1
}

guard let code = run(CommandLine.arguments.dropFirst()) else {
  writeLine(Usage.text, to: 2)
  exit(Usage.exitCode)
}
exit(code)
