import Testing

@testable import HTTPMessages

private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

@Suite struct MachineTests {
  private static let limits: HTTPLimits = {
    var limits = HTTPLimits()
    (limits.drainBytes, limits.waitingInputBytes, limits.pipelinedOutputBytes) = (10, 100, 1_000)
    return limits
  }()

  @Test(arguments: machineRows.indices) func does(row: Int) {
    let row = machineRows[row]
    let transcript = Transcript(limits: Self.limits)
    transcript.handler = script
    transcript.receive([])
    #expect(transcript.notes == ["wait reading idle"])
    for (event, expected) in row.steps {
      transcript.notes = []
      transcript.now += 1
      happen(event, transcript)
      #expect(transcript.notes.joined(separator: ", ") == expected, "\(row.name): \(event)")
    }
  }

  private func happen(_ event: MachineEvent, _ transcript: Transcript) {
    switch event {
    case .get(let path): if transcript.mayReceive() { transcript.receive(get(path)) }
    case .bytes(let text): if transcript.mayReceive() { transcript.receive(text) }
    case .room(let count):
      if transcript.machine.unsent == nil { transcript.room = count } else { transcript.take(count) }
    case .news: transcript.tell(transcript.call?.news())
    case .nothingNew: transcript.tell(HTTPCall.Output())
    case .deadline: transcript.after { $0.passDeadline() }
    case .end: transcript.endInput()
    case .drain: transcript.drain()
    case .poll(let isReadable, let isBroken):
      if transcript.machine.poll(isReadable: isReadable, isWritable: false, isBroken: isBroken) == .proceed {
        transcript.receive([])
      }
    case .calls(let count): transcript.callsOfTurn = count
    case .headsAreAnswered: transcript.atHeads = .answer
    case .headsWait: transcript.atHeads = .wait
    case .wantsBody: transcript.tell(HTTPCall.Output(wantsBody: true))
    case .noRoomForBodies: transcript.after { $0.refuse(.bufferLimit(retryAfterSeconds: 1)) }
    }
  }

  /// A connection over the limit is refused at its first request, and waits no longer than after a last answer.
  @Test func aSurplusConnectionIsRefused() {
    for asks in [true, false] {
      let transcript = Transcript(refusal: .connectionLimit(retryAfterSeconds: 1))
      transcript.receive([])
      if asks { transcript.receive(get("/a")) } else { transcript.after { $0.passDeadline() } }
      let expected =
        asks
        ? ["wait reading linger", "refused 503", "write", "finish", "wait reading linger"]
        : ["wait reading linger", "close"]
      #expect(transcript.notes == expected)
    }
  }

  /// Deadlines count from the first byte, independently of later bytes.
  @Test func timesCountFromTheFirstByte() {
    let transcript = Transcript()
    func deadline(_ now: Int, _ text: String) -> ConnectionMachine.Deadline? {
      transcript.now = now
      transcript.receive(text)
      return transcript.wait?.deadline
    }
    #expect(deadline(5, "") == .idle(since: 5))
    #expect(deadline(6, "\r\n") == .idle(since: 6))
    #expect(deadline(7, "PO") == .head(since: 7))
    #expect(deadline(8, "ST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n") == .head(since: 7))
    #expect(deadline(9, "\r\n") == .body(since: 7))
    #expect(deadline(10, "12") == .body(since: 7))
    #expect(deadline(11, "3G") == .head(since: 11))
  }

  /// A large body is shared, and a small one copied.
  @Test(arguments: [(HTTPOutput.referenceBytes - 1, 0), (HTTPOutput.referenceBytes, 1), (1_000_000, 1)])
  func largeBodiesAreShared(row: (count: Int, shared: Int)) {
    let body = [UInt8](repeating: 0x78, count: row.count)
    let transcript = Transcript()
    transcript.room = 200
    transcript.receive(get("/a"), answering: HTTPResponse(.ok, body: body))
    let unsent = transcript.machine.unsent
    #expect(unsent?.sharedParts.count == row.shared && unsent?.sharedParts.first.map { $0.count == row.count } != false)
    #expect(unsent.map { $0.ownBytes < 1_000 } == (row.shared == 1))
    if let part = unsent?.sharedParts.first {
      #expect(part.withUnsafeBufferPointer { $0.baseAddress } == body.withUnsafeBufferPointer { $0.baseAddress })
    }
    transcript.take(.max)
    #expect(
      transcript.written.hasSuffix("Content-Length: \(row.count)\r\n\r\n" + String(repeating: "x", count: row.count)))
    #expect(transcript.machine.unsent == nil && transcript.deadline == "idle")
  }

  /// Bytes in the system's buffer do not count as taken by the client.
  @Test func bufferedBytesAreNotTakenByTheClient() {
    let transcript = Transcript()
    (transcript.room, transcript.queuedBytes, transcript.now) = (1_000, 900, 10)
    transcript.receive(get("/a"), answering: HTTPResponse(.ok, body: [UInt8](repeating: 0x78, count: 100_000)))
    #expect(transcript.wait?.deadline == .write(UnsentOutput.Progress(since: 10, last: 10)))
    func progress(_ queuedBytes: Int, at now: Int) -> UnsentOutput.Progress? {
      transcript.machine.progress(queuedBytes: queuedBytes, at: now)
    }
    #expect(progress(900, at: 20) == UnsentOutput.Progress(since: 10, last: 10))
    #expect(progress(400, at: 30) == UnsentOutput.Progress(since: 10, last: 30, takenBytes: 500))
    (transcript.now, transcript.queuedBytes) = (40, 600)
    transcript.take(300)
    #expect(transcript.wait?.deadline == .write(UnsentOutput.Progress(since: 10, last: 40, takenBytes: 600)))
    #expect(progress(600, at: 50) == UnsentOutput.Progress(since: 10, last: 40, takenBytes: 600))
  }
}
