import Testing

@testable import NavigationJSON

@Suite struct PackedJSONTests {
  static let snapshot =
    #"{"schema":1,"environment":{"system":"iOS26","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen"},"#
    + #""root":{"kind":"split","id":"split","style":"classic","primary":{"kind":"tabBar","id":"tabs","tabs":[{"title":"Chats","#
    + #""child":{"kind":"stack","id":"chats","children":[{"kind":"screen","id":"chat-list","route":"chats"}]}},{"title":"Contacts","#
    + #""child":{"kind":"stack","id":"contacts","children":[{"kind":"screen","id":"contact-list","route":"contacts"}]}}],"#
    + #""selected":"chats"},"secondary":{"kind":"stack","id":"secondary","children":[{"kind":"screen","id":"placeholder","#
    + #""route":"nothing-selected","title":"No chat selected","placeholder":true},{"kind":"screen","id":"chat-42","route":"chat","#
    + #""title":"Ada","params":{"chat":42}}]},"preferredDisplayMode":"automatic","displayMode":"oneBesideSecondary","#
    + #""behavior":{"onShowDetail":"replaceAbovePlaceholder","onCollapse":"moveAbovePlaceholder","onSeparate":"moveAboveRoot","#
    + #""onTabSwitch":"followTab"}}}"#

  /// A stored record of a transition.
  static let record =
    #"{"at":1795253908689,"transition":{"type":"showDetail","screen":{"id":"chat-602011841","route":"chat","title""#
    + #":"Ada","params":{"chat":42}},"from":"chat-list"},"outcome":{"handled":true,"returned":[]},"events":[{"type":"#
    + #""delegateCall","controller":"split","method":"splitViewController(_:showDetail:sender:)","arguments":{"contr"#
    + #"oller":"chat-602011841"},"answer":true},{"type":"viewWillDisappear","controller":"chat-602011777","animated""#
    + #":false},{"type":"viewWillAppear","controller":"chat-602011841","animated":false},{"type":"viewDidDisappear","#
    + #""controller":"chat-602011777","animated":false},{"type":"viewDidAppear","controller":"chat-602011841","anima"#
    + #"ted":false},{"type":"discarded","controller":"chat-602011777"}],"can":1,"state":{"environment":{"system":"iO"#
    + #"S26","device":"iPad Pro 11-inch (M4)","orientation":"landscape","multitasking":"fullScreen"},"root":{"kind":"#
    + #""split","id":"split","style":"classic","primary":{"kind":"tabBar","id":"tabs","tabs":[{"title":"Chats","chil"#
    + #"d":{"kind":"stack","id":"chats","children":[{"kind":"screen","id":"chat-list","route":"chats"}]}},{"title":""#
    + #"Contacts","child":{"kind":"stack","id":"contacts","children":[{"kind":"screen","id":"contact-list","route":""#
    + #"contacts"}]}}],"selected":"chats"},"secondary":{"kind":"stack","id":"secondary","children":[{"kind":"screen""#
    + #","id":"placeholder","route":"nothing-selected","title":"No chat selected","placeholder":true},{"kind":"scree"#
    + #"n","id":"chat-602011841","route":"chat","title":"Ada","params":{"chat":42}}]},"displayMode":"oneBesideSecond"#
    + #"ary","isCollapsed":false,"size":{"width":1210,"height":834},"behavior":{"onShowDetail":"replaceAbovePlacehol"#
    + #"der","onCollapse":"moveAbovePlaceholder","onSeparate":"moveAboveRoot","onTabSwitch":"followTab","placeholder"#
    + #"":{"id":"placeholder","route":"nothing-selected","title":"No chat selected"}}},"countedIDs":0}}"#

  @Test func aRecordPacksToAQuarter() throws {
    let bytes = Array(Self.record.utf8)
    let packed = PackedJSON.pack(bytes)
    #expect(try PackedJSON.unpack(packed) == bytes)
    #expect(packed.count * 4 <= bytes.count, "\(packed.count) of \(bytes.count)")
  }

  @Test func aSnapshotPacksToTwoFifths() throws {
    let bytes = Array(Self.snapshot.utf8)
    let packed = PackedJSON.pack(bytes)
    #expect(try PackedJSON.unpack(packed) == bytes)
    #expect(packed.count * 5 <= bytes.count * 2, "\(packed.count) of \(bytes.count)")
  }

  @Test(arguments: 0..<300) func documentsComeBack(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let bytes = Array(random.text().utf8)
    #expect(try PackedJSON.unpack(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func anyBytesComeBack(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let bytes = (0..<random.number(below: 200)).map { _ in UInt8(random.number(below: 256)) }
    #expect(try PackedJSON.unpack(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
  }

  @Test(arguments: 0..<300) func phrasesAndTheirPiecesComeBack(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    var text = ""
    for _ in 0..<20 {
      let phrase = PackedJSON.phraseTable[random.number(below: PackedJSON.phraseTable.count)]
      text += phrase.dropFirst(random.number(below: 3)).dropLast(random.number(below: 3))
    }
    let bytes = Array(text.utf8)
    #expect(try PackedJSON.unpack(PackedJSON.pack(bytes)) == bytes, "seed \(seed)")
  }

  @Test func everyPhraseOccursOnceAndHasACode() {
    #expect(Set(PackedJSON.phraseTable).count == PackedJSON.phraseTable.count)
    #expect(PackedJSON.phraseTable.count <= PackedJSON.capacity)
    for phrase in PackedJSON.phraseTable {
      #expect(phrase.utf8.count > 2)
      #expect(PackedJSON.pack(Array(phrase.utf8)).count <= 2, "\(phrase)")
    }
  }

  @Test(arguments: [[0xFE], [0xFF], [0xFF, 0xFF], [0x61, 0xFE]] as [[UInt8]]) func malformedBytesAreRefused(
    bytes: [UInt8]
  ) {
    #expect(throws: JSONError.self) { try PackedJSON.unpack(bytes) }
  }
}
