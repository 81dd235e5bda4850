import Glibc

let usage = """
  usage: navigation-bench <subcommand> [--option value ...]

    http               this server and the C server below by turns under the same load
                       --requests 100000  --connections 64  --rounds 5  --row NAME (all)
    transitions        one transition of each family in the model, its JSON, and the service, without sockets
    memory             sessions that nobody uses, in process
                       --sessions 1000000
    reference-server   a minimal C server with one fixed response, until a signal ends it
                       --host 127.0.0.1  --port 0  --body-bytes 128  --status 200
    baseline           the load generator against that server
                       --connections 64  --depth 1  --requests 500000  --body-bytes 128  --pinned 1

  What it says of the release, it says when it is built as the release is: -c release --static-swift-stdlib.
  """

/// The exit code for wrong usage (sysexits.h, EX_USAGE).
let wrongUsage: CInt = 64

func run(_ arguments: ArraySlice<String>) -> CInt? {
  switch arguments.first {
  case "http": HTTPBenchmark(arguments.dropFirst())?.run()
  case "transitions": TransitionBenchmark(arguments.dropFirst())?.run()
  case "memory": MemoryBenchmark(arguments.dropFirst())?.run()
  case "reference-server": ReferenceServer(arguments.dropFirst())?.run()
  case "baseline": Baseline(arguments.dropFirst())?.run()
  default: nil
  }
}

guard let code = run(CommandLine.arguments.dropFirst()) else {
  writeLine(usage, to: 2)
  exit(wrongUsage)
}
exit(code)
