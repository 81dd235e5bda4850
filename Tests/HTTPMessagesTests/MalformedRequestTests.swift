import HTTPMessages
import Testing

@Suite struct MalformedRequestTests {
  @Test(arguments: try RefusedRequest.all.get(), Arrival.allCases)
  func isRefused(row: RefusedRequest, arrival: Arrival) {
    let outcomes = Transcript.outcomes(of: row.bytes, arriving: arrival)
    #expect(outcomes.count == 1)
    guard case .refused(let refusal) = outcomes.first else { return #expect(Bool(false), "\(outcomes)") }
    #expect(refusal.answer == row.answer)
  }

  @Test func textHasARowForEachMalformation() throws {
    let answers = Set(try RefusedRequest.all.get().map(\.answer))
    for malformation in HTTPMalformation.allCases where malformation != .incompleteRequest {
      #expect(answers.contains("400 \(malformation)"))
    }
  }

  @Test(arguments: HTTPMalformation.allCases)
  func everyMalformationIsASentence(malformation: HTTPMalformation) {
    #expect(malformation.rawValue.hasSuffix("."))
    #expect(HTTPRefusal.malformedRequest(malformation).detail == malformation.rawValue)
    #expect(HTTPRefusal.malformedRequest(malformation).status == .badRequest)
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n1"])
  func endWithinARequestIsRefused(input: String) {
    let transcript = Transcript()
    transcript.receive(input)
    #expect(transcript.outcomes == [])
    transcript.after { $0.endInput() }
    #expect(transcript.outcomes == [.refused(.malformedRequest(.incompleteRequest))])
    #expect(transcript.written.hasPrefix("HTTP/1.1 400 ") && transcript.isClosed)
  }

  @Test(arguments: ["", "\r\n", "\r", Transcript.nextRequest])
  func endBetweenRequestsIsNoRefusal(input: String) {
    let transcript = Transcript()
    transcript.receive(input)
    let written = transcript.written
    transcript.after { $0.endInput() }
    #expect(transcript.written == written && transcript.isClosed)
  }

  @Test func refusalOfAHeadRequestHasNoBody() {
    let transcript = Transcript()
    transcript.receive("HEAD /# HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(transcript.outcomes == [.refused(.malformedRequest(.fragment))])
    var output = HTTPOutput()
    var machine = ConnectionMachine()
    var position = 0
    let bytes = Array("HEAD /# HTTP/1.1\r\n".utf8)
    _ = machine.next(bytes.span, at: &position, now: 0, isDraining: false, limits: HTTPLimits(), output: &output)
    let response = HTTPResponse(.badRequest, body: [1, 2, 3])
    machine.answer(response, date: Transcript.date, output: &output)
    #expect(String(decoding: output.bytes, as: UTF8.self).hasSuffix("Connection: close\r\nContent-Length: 3\r\n\r\n"))
  }
}
