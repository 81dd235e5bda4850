import Testing

@testable import NavigationClient

@Suite struct ResponseHeadTests {
  @Test(arguments: [
    (["HTTP/1.1 200 OK", "A: 1", ""], ["A=1"]),
    (["HTTP/1.1 200 OK", "A:1", "a:  2 \t", "B:", ""], ["A=1", "a=2", "B="]),
    (["HTTP/1.1 200 OK", "A: 1:2", "no colon", ""], ["A=1:2"]),
    (["HTTP/1.1 200 OK", "A: 1", "  more", "\tyet", ""], ["A=1 more yet"]),
    (["HTTP/1.1 200 OK", " more", ""], []),
    (["HTTP/2 200", "a: 1", ""], ["a=1"]),
    (["HTTP/1.1 100 Continue", "A: 1", "", "HTTP/1.1 200 OK", "B: 2", ""], ["B=2"]),
    (["HTTP/1.1 200 OK", "A: 1", "", "Trailer: 1", ""], ["A=1"]),
    (["HTTP/1.1 200 OK", "A: 1", "", "HTTP/1.1 x: 1", "B: 2", ""], ["A=1"]),
    (["A: 1", ""], []),
  ]) func fieldsOfTheFinalSection(lines: [String], expected: [String]) {
    var head = ResponseHead()
    for line in lines { head.receive(Array((line + "\r\n").utf8)) }
    #expect(head.fields.all.map { "\($0.name)=\($0.value)" } == expected)
    #expect(head.byteCount == lines.reduce(0) { $0 + $1.utf8.count + 2 })
  }
}
