import CReferenceServer
import Glibc

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--help" {
  writeLine(Run.usage, to: 1)
} else if arguments.first == "reference-server", let response = arguments.dropFirst().first {
  exit(reference_server_run(response))
} else if let run = Run(arguments) {
  exit(run.page())
} else {
  writeLine(Run.usage, to: 2)
  exit(EX_USAGE)
}

/// Writes one line to a descriptor; Glibc's `stdout` is not safe to share between threads in Swift 6.
func writeLine(_ text: String, to descriptor: CInt) {
  let bytes = Array((text + "\n").utf8)
  _ = write(descriptor, bytes, bytes.count)
}
