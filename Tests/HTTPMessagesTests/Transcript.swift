import Testing
import Waiting

@testable import HTTPMessages

/// The result of a connection's input: a request as a line of text, or the refusal that ended the connection.
enum Outcome: Equatable, Sendable {
  case request(String)
  case refused(HTTPRefusal)
}

/// The way in which the bytes of a case arrive.
enum Arrival: CaseIterable, Sendable {
  case whole
  case byteByByte
  case withNextRequest
}

/// A connection without a socket, run as by a shard: the machine's actions are executed and noted.
final class Transcript {
  var machine: ConnectionMachine
  var output = HTTPOutput()
  var outcomes: [Outcome] = []
  var requests: [HTTPRequest] = []
  /// Heads reported before their bodies.
  var heads: [HTTPRequest] = []
  /// What a call does at such a head.
  var atHeads = AtHeads.wantBody
  enum AtHeads { case wantBody, wait, answer }
  private(set) var isDraining = false
  /// The client has closed its sending side.
  private var hasEnded = false
  var now = 0
  /// The number of requests per turn; the next turn follows at once.
  var callsOfTurn = Int.max
  /// The number of bytes that the system still takes, and of those in its buffer that the client has not taken.
  var (room, queuedBytes) = (Int.max, 0)
  let limits: HTTPLimits
  var handler: (HTTPRequest) -> ScriptedCall.Script = { _ in .answer(HTTPResponse(.ok)) }
  /// The call that is answered.
  private(set) var call: ScriptedCall?
  /// All sent bytes.
  private(set) var sent: [UInt8] = []
  /// Summaries of the actions since `notes` was last emptied.
  var notes: [String] = []
  private(set) var wait: (interest: ConnectionMachine.Interest, deadline: ConnectionMachine.Deadline)?
  private(set) var isClosed = false
  static let nextRequest = "GET /next HTTP/1.1\r\nHost: next\r\n\r\n"
  static let date = HTTPDate(second: 784_111_777)

  init(limits: HTTPLimits = HTTPLimits(), refusal: HTTPRefusal? = nil) {
    self.limits = limits
    machine = ConnectionMachine(refusal: refusal)
  }

  /// The outcomes of `bytes` arriving in one of three ways, without that of the request after them.
  static func outcomes(of bytes: [UInt8], arriving arrival: Arrival, limits: HTTPLimits = HTTPLimits()) -> [Outcome] {
    let transcript = Transcript(limits: limits)
    switch arrival {
    case .whole: transcript.receive(bytes)
    case .byteByByte: for byte in bytes { transcript.receive([byte]) }
    case .withNextRequest: transcript.receive(bytes + Array(nextRequest.utf8))
    }
    return transcript.outcomes.filter { $0 != .request("GET /next host=next") }
  }

  /// Runs the machine with arriving bytes; bytes after the end are not read.
  func receive(_ bytes: [UInt8]) {
    var (input, position, calls) = (bytes, 0, 0)
    while !isClosed {
      if calls >= callsOfTurn {
        switch machine.pause(input.span, at: &position, output: &output) {
        case .paused:
          notes.append("pause")
          #expect(output.isEmpty && position == input.count && machine.unsent == nil)
          (input, position, calls) = ([], 0, 0)
        case .write:
          write()
          continue
        case .proceed: break
        }
      }
      switch machine.next(input.span, at: &position, now: now, isDraining: isDraining, limits: limits, output: &output)
      {
      case .request(let head, isWhole: false):
        notes.append("head")
        heads.append(head)
        call = ScriptedCall(head, .answer(HTTPResponse(.unauthorized)))
        take(atHeads == .answer ? call?.begin() : HTTPCall.Output(wantsBody: atHeads == .wantBody))
      case .request(let request, isWhole: true):
        calls += 1
        begin(request)
      case .body(let body):
        guard var request = call?.request else { return #expect(Bool(false), "a body without a call") }
        request.body = body
        calls += 1
        begin(request)
      case .refused(let refusal):
        if call != nil { notes.append("left") }
        call = nil
        notes.append("refused \(refusal.status.rawValue)")
        outcomes.append(.refused(refusal))
        machine.answer(HTTPResponse(refusal.status), date: Self.date, output: &output)
      case .expire(let isNews):
        notes.append("expire")
        #expect(call?.waitsForNews == isNews)
        take(call?.end(.overdue))
      case .write: write()
      case .reread(let bytes): (input, position) = (bytes, 0)
      case .finishWriting: notes.append("finish")
      case .wait(let interest, let deadline):
        notes.append("wait \(interest) \(deadline.name)")
        wait = (interest, deadline)
        guard case .heartbeat = deadline, let piece = call?.room() else { return }
        take(piece)
      case .close:
        notes.append(call == nil ? "close" : "left, close")
        call = nil
        wait = nil
        isClosed = true
      }
    }
  }

  private func begin(_ request: HTTPRequest) {
    notes.append("request \(request.target)")
    outcomes.append(.request(Self.line(request)))
    requests.append(request)
    call = ScriptedCall(request, handler(request))
    take(call?.begin())
    // No wait for news begins any more.
    if hasEnded || isDraining { take(call?.end(hasEnded ? .left : .overdue, isWork: false)) }
  }

  /// Passes on what the call has put in.
  private func take(_ news: HTTPCall.Output?) {
    guard let news else { return }
    machine.take(news, date: Self.date, closing: isDraining, at: now, output: &output)
    if machine.isCalling { machine.wait(for: call?.purpose, at: now) } else { call = nil }
  }

  /// News for the call, or the end of its wait.
  func tell(_ news: HTTPCall.Output?) {
    guard news != nil else { return }
    take(news)
    receive([])
  }

  func endInput() {
    hasEnded = true
    machine.endInput()
    take(call?.end(.left))
    receive([])
  }

  func drain() {
    isDraining = true
    take(call?.end(.overdue, isWork: false))
    receive([])
  }

  func receive(_ text: String, answering response: HTTPResponse) {
    handler = { _ in .answer(response) }
    receive(text)
  }

  func receive(_ text: String) { receive(Array(text.utf8)) }

  private func write() {
    let next: [UInt8]
    if let unsent = machine.unsent {
      next = unsent.withNext(atMost: .max) { bytes, _ in bytes.withUnsafeBytes { Array($0) } }
    } else {
      next = output.bytes
    }
    let count = min(room, next.count)
    notes.append(count == next.count ? "write" : "write \(count)")
    sent += next.prefix(count)
    if room != .max { room -= count }
    if count > 0 { machine.wrote(count, of: &output) }
    if count < next.count { machine.block(queuedBytes: queuedBytes, at: now, output: &output) }
  }

  /// Makes the system take `count` more bytes.
  func take(_ count: Int) {
    room = count
    if machine.poll(isReadable: false, isWritable: true, isBroken: false) == .proceed { receive([]) }
  }

  /// Whether arriving bytes are to be read.
  func mayReceive() -> Bool {
    switch machine.poll(isReadable: true, isWritable: false, isBroken: false) {
    case .receive: return true
    case .proceed: receive([])
    case .nothing: break
    }
    return false
  }

  /// Runs the machine after an event.
  func after(_ event: (inout ConnectionMachine) -> Void) {
    event(&machine)
    receive([])
  }

  /// The name of the connection's deadline; nil after its last answer.
  var deadline: String? { wait.map(\.deadline.name).flatMap { $0 == "linger" ? nil : $0 } }

  var written: String { String(decoding: sent + output.bytes, as: UTF8.self) }

  private static func line(_ request: HTTPRequest) -> String {
    var line = "\(request.method.rawValue) \(request.target)"
    if let authority = request.authority { line += " host=\(authority)" }
    if !request.body.isEmpty { line += " body=\(String(decoding: request.body, as: UTF8.self))" }
    return line
  }
}

extension ConnectionMachine.Deadline {
  var name: String {
    switch self {
    case .idle: "idle"
    case .head: "head"
    case .body: "body"
    case .answer: "answer"
    case .news: "news"
    case .heartbeat: "heartbeat"
    case .write: "write"
    case .grace: "grace"
    case .linger: "linger"
    }
  }
}

extension HTTPOutput {
  /// A copy of all bytes.
  var bytes: [UInt8] { parts(from: 0).flatMap(\.bytes) }
}
