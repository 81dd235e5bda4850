import SeededRandom
import Testing

@testable import HTTPMessages

/// Connections with random events.
@Suite struct MachineWalkTests {
  /// Small limits, reached by a few requests.
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.pipelinedOutputBytes, limits.waitingInputBytes) = (1_000, 100_000)
    return limits
  }()

  private static let paths = ["a", "b", "large", "later", "kept", "kept", "long", "stream", "lines"]

  /// Requests with their numbers in their paths: without and with a body, and with large, late or streamed answers.
  private static func requests(_ count: Int, _ random: inout Seeded) -> [UInt8] {
    (0..<count).reduce(into: []) { bytes, number in
      let target = "/\(paths[Int.random(in: 0..<paths.count, using: &random)])/\(number)"
      let body = String(repeating: "b", count: Int.random(in: 1...40, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        bytes += Array("POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
      case 1:
        let chunk = String(body.utf8.count, radix: 16)
        bytes += Array(
          "POST \(target) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\r\n\(body)\r\n0\r\n\r\n"
            .utf8)
      case 2: bytes += Array("HEAD \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      default: bytes += Array("\r\nGET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      }
    }
  }

  /// Answers depend only on the request, not on time.
  private final class Walk {
    let transcript = Transcript(limits: MachineWalkTests.limits)
    private(set) var numbers: [Int] = []

    init() {
      transcript.handler = { [unowned self] request in
        numbers.append(Int(request.pathSegments[1]) ?? -1)
        return request.pathSegments[0] == "lines" ? Self.lines(numbers.count) : script(for: request)
      }
      transcript.receive([])
    }

    /// A finite stream with some large pieces.
    private static func lines(_ count: Int) -> ScriptedCall.Script {
      .pieces { number in
        number >= count % 7
          ? nil : [UInt8](repeating: 0x6C, count: number % 3 == 2 ? HTTPOutput.referenceBytes : 100)
      }
    }

    /// News for a call that waits: a response, or the end of a stream.
    func tell() { transcript.tell(transcript.call?.news()) }

    /// A violated invariant of a waiting or ended connection; nil if there is none.
    func violation() -> String? {
      let machine = transcript.machine
      guard transcript.output.isEmpty else { return "output is left" }
      if numbers != Array(0..<numbers.count) { return "answered \(numbers)" }
      guard !transcript.isClosed else {
        return machine.unsent == nil && machine.backlog.isEmpty && machine.bufferedBytes == 0
          ? nil : "something is left after the end"
      }
      guard let (interest, deadline) = transcript.wait else { return "waits for nothing" }
      switch (interest, deadline) {
      case (.writing, .write): return machine.unsent == nil ? "waits to write nothing" : nil
      case (.writing, _), (_, .write): return "\(interest) until \(deadline)"
      case (.neither, .answer), (.reading, _): return machine.unsent == nil ? nil : "does not wait to write"
      case (.neither, _): return "waits for nothing"
      }
    }
  }

  /// The answers are the same bytes, however the requests are split and however little the system takes at a time.
  @Test(arguments: 0..<200 as Range<UInt64>) func answersAreTheSameHoweverTheyGo(seed: UInt64) {
    var random = Seeded(seed)
    let bytes = Self.requests(Int.random(in: 1...30, using: &random), &random)
    let whole = Walk()
    whole.transcript.receive(bytes)
    while whole.transcript.wait?.deadline.name != "idle" { whole.tell() }
    let parts = Walk()
    if seed % 2 == 1 { parts.transcript.callsOfTurn = Int.random(in: 1...3, using: &random) }
    var start = 0
    var turns = 0
    while start < bytes.count || parts.transcript.wait?.deadline.name != "idle", turns < 100_000 {
      turns += 1
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        guard start < bytes.count, parts.transcript.mayReceive() else { break }
        let end = min(start + Int.random(in: 1...60, using: &random), bytes.count)
        parts.transcript.receive(Array(bytes[start..<end]))
        start = end
      case 3: parts.tell()
      case 4: parts.transcript.room = Int.random(in: 0...2_000, using: &random)
      default: parts.transcript.take(Int.random(in: 0...20_000, using: &random))
      }
      if let violation = parts.violation() { return #expect(Bool(false), "seed \(seed): \(violation)") }
    }
    #expect(parts.transcript.sent == whole.transcript.sent && parts.numbers == whole.numbers, "seed \(seed)")
    #expect(parts.transcript.machine.unsent == nil && parts.transcript.machine.backlog.isEmpty)
  }

  /// With any events in any order the invariants hold, and a connection does nothing after its end.
  @Test(arguments: 0..<400 as Range<UInt64>) func whateverHappens(seed: UInt64) {
    var random = Seeded(seed)
    var bytes = Self.requests(Int.random(in: 1...20, using: &random), &random)
    if seed % 3 == 0 { bytes += Array("BREW / HTTP/1.1\r\n".utf8) }
    let walk = Walk()
    let transcript = walk.transcript
    var start = 0
    for _ in 0..<400 {
      transcript.now += Int.random(in: 0...10, using: &random)
      switch Int.random(in: 0..<40, using: &random) {
      case 0: transcript.after { $0.passDeadline() }
      case 1: transcript.endInput()
      case 2 where seed % 5 == 0:
        transcript.drain()
      case 3:
        if transcript.machine.bufferedBytes > 0 { transcript.after { $0.refuse(.bufferLimit(retryAfterSeconds: 1)) } }
      case 4:
        transcript.after { _ = $0.poll(isReadable: Bool.random(using: &random), isWritable: true, isBroken: false) }
      case 5...10: walk.tell()
      case 11...15: transcript.room = Int.random(in: 0...2_000, using: &random)
      case 16...24: transcript.take(Int.random(in: 0...20_000, using: &random))
      default:
        guard start < bytes.count, transcript.mayReceive() else { break }
        let end = min(start + Int.random(in: 1...100, using: &random), bytes.count)
        transcript.receive(Array(bytes[start..<end]))
        start = end
      }
      if let violation = walk.violation() { return #expect(Bool(false), "seed \(seed): \(violation)") }
    }
    transcript.after { $0.close() }
    #expect(walk.violation() == nil && transcript.isClosed)
    expectNothing(behindTheEndOf: walk)
  }

  /// An ended machine does nothing at any event.
  private func expectNothing(behindTheEndOf walk: Walk) {
    var (machine, position) = (walk.transcript.machine, 0)
    var output = HTTPOutput()
    let events: [(inout ConnectionMachine) -> Void] = [
      { $0.passDeadline() }, { $0.endInput() }, { $0.wait(for: .work, at: 0) },
      { _ = $0.poll(isReadable: true, isWritable: true, isBroken: true) },
      { $0.answer(HTTPResponse(.ok), date: Transcript.date, output: &output) },
      {
        let news = HTTPCall.Output(response: HTTPResponse(.ok), pieces: [[1]], end: .complete)
        $0.take(news, date: Transcript.date, closing: false, at: 0, output: &output)
      },
    ]
    for event in events {
      event(&machine)
      let bytes = Array(Transcript.nextRequest.utf8)
      let action = machine.next(
        bytes.span, at: &position, now: 0, isDraining: false, limits: Self.limits, output: &output)
      guard case .close = action, output.isEmpty, machine.unsent == nil else {
        return #expect(Bool(false), "\(action)")
      }
    }
  }
}
