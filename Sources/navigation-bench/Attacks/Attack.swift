/// A way to make a server spend much for little, the limit that stands against it, and what it may cost.
struct Attack: Sendable {
  var name: String
  /// The option that bounds it, or what else does.
  var limit: String
  /// What the server is started with beside the usual.
  var options: [String] = []
  /// Descriptors that the server may open; nil: as many as this process may.
  var descriptors: Int?
  /// What the last answer has to be: its status and, of a problem, its code.
  var answer: String
  /// MiB of memory that the server may take for it at most, beside what it had before.
  var allowedMiB: Int
  /// Does it, with the connections kept until the memory has been read, and says what was answered.
  var run: @Sendable (AttackedServer) throws -> String
}

/// What an attack came to.
struct AttackResult {
  var attack: Attack
  var answer: String
  var memory: PeakMemory

  private var addedMiB: Double { Double(memory.peak - memory.before) / Double(1 << 20) }

  var target: Target {
    Target(
      name: attack.name, goal: "\(attack.answer), ≤ \(attack.allowedMiB) MiB",
      measured: "\(answer), \(addedMiB.text(digits: 1)) MiB", isMet: answer == attack.answer && addedMiB <= Double(attack.allowedMiB))
  }

  static let columns = ["Attack", "limit", "answer", "MiB before", "peak", "after", "allowed"]

  var cells: [String] {
    let mebibytes = [memory.before, memory.peak, memory.after].map { (Double($0) / Double(1 << 20)).text(digits: 1) }
    return [attack.name, attack.limit, answer] + mebibytes + ["+ \(attack.allowedMiB)"]
  }
}
