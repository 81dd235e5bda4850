import Navigation
import Testing

@Suite struct ParameterTests {
  /// The parameter that is refused; nil if the query is accepted.
  private func refused<Value>(_ read: () throws(Problem) -> Value) -> String? {
    do throws(Problem) {
      _ = try read()
      return nil
    } catch {
      #expect(error.known == .invalidParameter)
      return error.parameter
    }
  }

  /// A part of a query with `count` letters at its end.
  private static func text(_ head: String, _ count: Int, of letter: String = "a") -> String {
    head + String(repeating: letter, count: count)
  }

  @Test(
    arguments: [
      ("", nil), ("client=kitchen-ipad", nil), ("label=a:b", nil), ("label=a:", nil), ("label=a%3Ab%3Ac", nil),
      ("limit=1", nil),
      ("limit=1000", nil), ("after=2s", nil), ("client=a&limit=3&label=x:y&after=z", nil),
      ("client=", "client"), (text("client=", 128), nil), (text("client=", 129), "client"),
      (text("client=", 65, of: "%C3%A9"), "client"),
      (text("label=", 64) + ":v", nil), (text("label=", 65) + ":v", "label"), (text("label=n:", 256), nil),
      (text("label=n:", 257), "label"), (text("label=n:", 128, of: "%C3%A9"), nil),
      (text("label=n:", 129, of: "%C3%A9"), "label"),
      ("label=n:%CC%81", nil),
      ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=01", "limit"), ("limit=+1", "limit"), ("limit=", "limit"),
      ("limit=x", "limit"),
      ("limit=99999999999999999999", "limit"), ("limit", "limit"), ("label=a", "label"), ("label=:b", "label"),
      ("after=", "after"),
      ("after=A", "after"), ("after=00", "after"), ("after=zzzzzzzzzzzzzz", "after"), ("limit=1&limit=1", "limit"),
      ("x=1", "x"),
      ("wait=3", "wait"), ("client=%zz", "client"), ("client=%ff", "client"), ("client=%2", "client"), ("&", ""),
      ("=1", ""), ("%ff=1", ""),
      ("Limit=1", "Limit"),
    ] as [(String, String?)]) func aListsQueryIsStrict(query: String, parameter: String?)
  {
    #expect(refused { () throws(Problem) in try SessionListQuery(ArraySlice(query.utf8)) } == parameter)
  }

  @Test(
    arguments: [
      ("dryRun=true", nil), ("dryRun=false", nil), ("include=session", nil), ("include=changes,session", nil),
      ("include=changes%2Csession&dryRun=true", nil),
      ("dryRun=1", "dryRun"), ("dryRun", "dryRun"), ("include=", "include"), ("include=session,session", "include"),
      ("include=session,", "include"), ("include=none", "include"), ("include=session&include=changes", "include"),
      ("wait=1", "wait"),
    ] as [(String, String?)]) func aTransitionsQueryIsStrict(query: String, parameter: String?)
  {
    #expect(refused { () throws(Problem) in try TransitionQuery(ArraySlice(query.utf8)) } == parameter)
  }

  @Test(
    arguments: [
      ("", nil), ("revision=0", nil), ("revision=999999999999", nil), ("revision=1000000000000", "revision"),
      ("revision=-1", "revision"),
      ("revision=01", "revision"), ("revision=", "revision"), ("revision=1&revision=1", "revision"),
      ("after=1", "after"),
    ] as [(String, String?)]) func aSnapshotsQueryIsStrict(query: String, parameter: String?)
  {
    #expect(refused { () throws(Problem) in try SnapshotQuery(ArraySlice(query.utf8)) } == parameter)
  }

  @Test(
    arguments: [
      ("", nil), ("format=text", nil), ("format=svg", nil), ("hidden=true", nil), ("hidden=false&format=text", nil),
      ("format=svg&scale=0.1", nil), ("scale=4&format=svg", nil), ("format=svg&scale=4.0", nil),
      ("format=svg&scale=1.25000", nil),
      ("format=svg&scale=0.1000000000000000000000000000001", nil), ("format=svg&style=classes", nil),
      ("format=svg&style=embedded", nil),
      ("format=SVG", "format"), ("format=", "format"), ("format=png", "format"), ("format", "format"),
      ("format=svg&format=svg", "format"),
      ("hidden=1", "hidden"), ("hidden=", "hidden"), ("hidden=True", "hidden"),
      ("scale=1", "scale"), ("style=classes", "style"), ("format=text&style=embedded", "style"),
      ("format=text&scale=x", "scale"),
      ("format=svg&scale=0", "scale"), ("format=svg&scale=0.09999", "scale"), ("format=svg&scale=4.00001", "scale"),
      ("format=svg&scale=5", "scale"), ("format=svg&scale=-1", "scale"), ("format=svg&scale=%2B1", "scale"),
      ("format=svg&scale=+1", "scale"),
      ("format=svg&scale=01", "scale"), ("format=svg&scale=1.", "scale"), ("format=svg&scale=.5", "scale"),
      ("format=svg&scale=1e0", "scale"),
      ("format=svg&scale=0x1", "scale"), ("format=svg&scale=nan", "scale"), ("format=svg&scale=inf", "scale"),
      ("format=svg&scale=", "scale"),
      ("format=svg&scale=1.2.3", "scale"), ("format=svg&scale=1,5", "scale"), ("format=svg&scale=%D9%A1", "scale"),
      ("format=svg&style=", "style"), ("format=svg&style=none", "style"), ("width=1", "width"),
    ] as [(String, String?)]) func aPicturesQueryIsStrict(query: String, parameter: String?)
  {
    let bytes = ArraySlice(query.utf8)
    #expect(refused { () throws(Problem) in try PictureQuery(bytes) } == parameter)
    #expect(refused { () throws(Problem) in try SessionPictureQuery(bytes) } == parameter)
  }

  @Test func onlyASessionsPictureHasARevision() {
    let query = ArraySlice("format=svg&revision=3".utf8)
    #expect(refused { () throws(Problem) in try SessionPictureQuery(query) } == nil)
    #expect(refused { () throws(Problem) in try PictureQuery(query) } == "revision")
    #expect(refused { () throws(Problem) in try SessionPictureQuery(ArraySlice("revision=01".utf8)) } == "revision")
  }

  @Test(arguments: [
    PictureQuery(), PictureQuery(showsHidden: true), PictureQuery(format: .svg), PictureQuery(format: .svg, scale: 0.1),
    PictureQuery(format: .svg, showsHidden: true, scale: 2.5, style: .embedded),
  ]) func aPicturesQueryReadsBack(_ query: PictureQuery) throws {
    #expect(try PictureQuery(ArraySlice(query.text.utf8.dropFirst())) == query)
    for revision in [nil, 0, 7] {
      let query = SessionPictureQuery(revision: revision, picture: query)
      #expect(try SessionPictureQuery(ArraySlice(query.text.utf8.dropFirst())) == query)
    }
  }

  @Test(arguments: [SnapshotQuery(), SnapshotQuery(revision: 0), SnapshotQuery(revision: 7)])
  func aSnapshotsQueryReadsBack(_ query: SnapshotQuery) throws {
    #expect(try SnapshotQuery(ArraySlice(query.text.utf8.dropFirst())) == query)
  }

  @Test(arguments: [
    SessionListQuery(), SessionListQuery(client: "a b&c=d+é", limit: 7),
    SessionListQuery(label: .init(name: "k", value: "v:w")),
    SessionListQuery(client: "c", after: SessionListCursor(ordinal: .max)),
    SessionListQuery(after: SessionListCursor(ordinal: 0)),
  ]) func aListsQueryReadsBack(_ query: SessionListQuery) throws {
    #expect(try SessionListQuery(ArraySlice(query.text.utf8.dropFirst())) == query)
  }

  @Test(arguments: [
    TransitionQuery(), TransitionQuery(include: [.session, .changes]),
    TransitionQuery(include: [.changes], dryRun: true),
  ]) func aTransitionsQueryReadsBack(_ query: TransitionQuery) throws {
    #expect(try TransitionQuery(ArraySlice(query.text.utf8.dropFirst())) == query)
  }

  @Test func aQueryHasAtMostSixteenParameters() {
    let query = (0...QueryArchive.countLimit).map { "p\($0)=1" }.joined(separator: "&")
    #expect(refused { () throws(Problem) in try QueryArchive(ArraySlice(query.utf8)) } == "p16")
  }

  /// The field, and whether it matches revision 3 as `If-Match` and as `If-None-Match`.
  @Test(arguments: [
    (#""3""#, true, true), ("*", true, true), (#""2", "3""#, true, true), (#""2","3","#, true, true),
    (#",, "3" , "#, true, true),
    (#"W/"3""#, false, true), (#"W/"3", "3""#, true, true), (#""2""#, false, false), (#""""#, false, false),
    (#""03""#, false, false),
    (#""3x""#, false, false), (#""3,4""#, false, false), (#""99999999999999999999""#, false, false),
    (#""é""#, false, false),
  ]) func anEntityTagMatches(text: String, strongly: Bool, weakly: Bool) throws {
    let tags = try EntityTags(text, field: "If-Match")
    #expect(tags.matchesStrongly(3) == strongly)
    #expect(tags.matchesWeakly(3) == weakly)
  }

  @Test(arguments: [
    "3", "", " ", "\"3", "3\"", "w/\"3\"", "W/3", "\"3\" \"4\"", "*, \"3\"", "\"3\"; x", ",", "\"a b\"",
  ])
  func anInvalidEntityTagIsRefusedWithAHint(text: String) throws {
    let problem = try #require(throws: Problem.self) { try EntityTags(text, field: "If-Match") }
    #expect(problem.known == .invalidHeader)
    #expect(problem.header == "If-Match")
    #expect(problem.detail.contains(#"-H 'If-Match: "3"'"#))
  }

  @Test(arguments: [
    ("a", true), (String(repeating: "~", count: 255), true), (String(repeating: "a", count: 256), false), ("", false),
    ("a b", false),
    ("é", false), ("\u{7F}", false), ("\"8e03\"", true),
  ]) func aKeyIsVisibleASCII(text: String, isKey: Bool) {
    #expect((IdempotencyKey(text) != nil) == isKey)
  }

  @Test(arguments: [
    ("a", true), (String(repeating: "a", count: 128), true), (String(repeating: "a", count: 129), false), ("", false),
  ])
  func aRequestIDIsShort(text: String, isID: Bool) {
    #expect((RequestID(text) != nil) == isID)
  }
}
