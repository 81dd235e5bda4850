import FoundationEssentials

/// Copies of a store's file with one bit flipped in each: no answer with 200 may differ from that of the sound file.
struct FlippedBits {
  /// Sessions of the file, and changes of each.
  private static let sessions = 20
  private static let changes = 40

  let folder: TemporaryFolder
  let copies: Int

  private enum Outcome: Hashable { case refused, harmless, failed, wrong }

  func measure() throws -> [Target] {
    let sound = try sound()
    let bytes = try Data(contentsOf: URL(filePath: folder.path + "/sound.db"))
    var counts: [Outcome: Int] = [:]
    for number in 0..<copies {
      var copy = bytes
      copy[Int.random(in: copy.indices)] ^= 1 << UInt8.random(in: 0..<8)
      let path = "\(folder.path)/\(number).db"
      try copy.write(to: URL(filePath: path))
      counts[try outcome(path, sound), default: 0] += 1
    }
    let table = TextTable(columns: ["\(copies) files with a flipped bit", ""])
    writeLine("\n" + rows(counts).reduce(into: table) { $0.append($1) }.text, to: 1)
    return [.atMost(0, "", "\(copies) files with a flipped bit: wrong answers", Double(counts[.wrong, default: 0]))]
  }

  private func rows(_ counts: [Outcome: Int]) -> [[String]] {
    let names: [(Outcome, String)] = [
      (.refused, "refused at start"), (.harmless, "all answers as before"),
      (.failed, "some answers missing, the others as before"), (.wrong, "an answer with 200 is another one"),
    ]
    return names.map { [$0.1, "\(counts[$0.0, default: 0])"] }
  }

  /// The answers of a sound file by path.
  private func sound() throws -> [String: [UInt8]] {
    let server = try NavigationServer(["--store", "sqlite:\(folder.path)/sound.db"], sessions: Self.sessions)
    defer { server.process.end() }
    let client = try server.client()
    for path in server.sessions {
      for _ in 0..<Self.changes { try client.ask("POST", path + "/transitions", body: ExampleSession.showDetail()) }
    }
    let paths = server.sessions.flatMap { [$0, $0 + "/snapshot", $0 + "/transitions?limit=1000"] }
    return try Dictionary(uniqueKeysWithValues: paths.map { ($0, try client.ask("GET", $0).body) })
  }

  private func outcome(_ path: String, _ sound: [String: [UInt8]]) throws -> Outcome {
    guard let server = try? NavigationServer(["--store", "sqlite:\(path)"], sessions: 0) else { return .refused }
    defer { server.process.end() }
    let client = try server.client()
    var outcome = Outcome.harmless
    for (path, body) in sound {
      client.send(RequestBytes("GET", path).bytes)
      let answer = client.answer()
      if answer.status == 200, answer.body != body { return .wrong }
      if answer.status != 200 { outcome = .failed }
    }
    return outcome
  }
}
