#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

import Navigation

package enum Machine {
  /// The cores in use, 1 to 256.
  package static var processors: Int { max(1, min(256, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}

extension Exploration {
  /// Goes on, for about so many states, with several at once.
  mutating func run(states: Int, jobs: Int) async {
    let batch = takeUp(states: states)
    let parts = await withTaskGroup(of: (Int, SearchBatch.Part).self) { group in
      for part in 0..<jobs { group.addTask { (part, batch.expand(part: part, of: jobs)) } }
      var parts: [(number: Int, part: SearchBatch.Part)] = []
      for await part in group { parts.append(part) }
      return parts.sorted { $0.number < $1.number }
    }
    join(batch, parts.map(\.part))
  }
}
