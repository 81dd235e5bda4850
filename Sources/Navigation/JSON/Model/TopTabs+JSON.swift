extension TopTabs {
  /// The members of top tabs but `id`, read whole: without pages there are none, and `currentPage` is one of them.
  /// Throws `emptyContainer` where there are no pages, `noSuchController` where `currentPage` is no child's id.
  init(members reader: inout JSONObjectReader, of id: ControllerID) throws(BodyRefusal) {
    let value = try reader.require("pages")
    let pages = try value.array(Page.init(json:))
    var index = 0
    if let current = reader.optional("currentPage") {
      let child = try current.id()
      if pages.isEmpty { throw value.refused(.emptyContainer(id)) }
      guard let found = pages.firstIndex(where: { $0.child.id == child }) else {
        throw current.refused(.noSuchController(child))
      }
      index = found
    }
    let geometry = try Geometry(members: &reader, pages: pages.count)
    var settings = TopTabsUpdate()
    settings.settings(&reader)
    try reader.check()
    guard var topTabs = TopTabs(pages: pages, currentIndex: index, geometry: geometry) else {
      throw value.refused(.emptyContainer(id))
    }
    topTabs.apply(settings)
    self = topTabs
  }

  func writeMembers(to writer: inout JSONWriter, form: WrittenForm) {
    writer.array("pages") { writer in
      // By the index: a loop over the array would copy each element.
      for index in pages.indices {
        writer.beginObject()
        writer.member("title", pages[index].title)
        writer.key("child")
        pages[index].child.write(to: &writer, form: form)
        writer.endObject()
      }
    }
    if !currentPage.isAutomatic { writer.member("currentPage", currentPage) }
    if geometry != .unplaced(contentOffset: nil) { writer.member("contentOffset", contentOffset) }
    writer.flag("isTabControlHidden", isTabControlHidden)
    if !bounces { writer.member("bounces", false) }
    if allowedBounceEdges.count < HorizontalEdge.allCases.count {
      writer.words("allowedBounceEdges", allowedBounceEdges)
    }
    writer.word("pageAppearance", pageAppearance, unless: .current)
    switch form {
    case .request: break
    case .snapshot: writer.member("pageWidth", pageWidth)
    case .session: writeComputed(to: &writer)
    }
  }

  /// What the server works out and no request may carry.
  private func writeComputed(to writer: inout JSONWriter) {
    writer.member("contentWidth", contentWidth)
    writer.member("mostVisiblePage", mostVisiblePage)
    let indicator = indicator
    writer.object("indicator") { writer in
      writer.member("x", indicator.x)
      writer.member("width", indicator.width)
    }
  }
}

extension TopTabs.Geometry {
  /// A request may say where the viewport begins; how wide a page was, only a snapshot says, and an answer by its
  /// `contentWidth`.
  fileprivate init(members reader: inout JSONObjectReader, pages: Int) throws(BodyRefusal) {
    let contentOffset = try reader.optional("contentOffset")?.readContentOffset()
    self = .unplaced(contentOffset: contentOffset)
    guard reader.holdsState else { return }
    var pageWidth = try reader.optional("pageWidth")?.double()
    if reader.isAnswer, pageWidth == nil, let contentWidth = try reader.optional("contentWidth")?.double(),
      pages > 0
    {
      pageWidth = contentWidth / Double(pages)
    }
    if let pageWidth, pageWidth > 0, let contentOffset {
      self = .placed(pageWidth: pageWidth, contentOffset: contentOffset)
    }
  }
}

extension Page {
  init(json: JSONValue) throws(BodyRefusal) {
    var reader = try json.object()
    let title = try reader.requireString("title")
    let child = try Controller(json: try reader.require("child"))
    try reader.finish()
    self.init(title: title, child: child)
  }
}

extension TopTabsUpdate: MemberUpdate {
  /// The settable members of top tabs.
  package mutating func members(_ m: inout some Members) {
    m.optional("currentPage", &currentPage)
    settings(&m)
  }

  /// The settable members but the current page.
  fileprivate mutating func settings(_ m: inout some Members) {
    m.settable("isTabControlHidden", &isTabControlHidden, or: false)
    m.settable("bounces", &bounces, or: true)
    m.member(
      "allowedBounceEdges",
      ifGiven: { (json) throws(BodyRefusal) in
        allowedBounceEdges = json.isNull ? Set(HorizontalEdge.allCases) : try json.words()
      },
      else: { if let allowedBounceEdges { $0.words("allowedBounceEdges", allowedBounceEdges) } })
    m.settable("pageAppearance", &pageAppearance, or: .current)
  }
}

extension JSONValue {
  /// Points within `Limits.contentOffset`.
  func readContentOffset() throws(BodyRefusal) -> Double {
    let points = try double()
    let range = Limits.contentOffset
    if range.contains(points) { return points }
    throw refused("expected a number of points from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
  }

  /// Different words, in any order.
  func words<Word: MemberWord>() throws(BodyRefusal) -> Set<Word> {
    var words: Set<Word> = []
    for value in try elements {
      guard words.insert(try value.word(Word.self)).inserted else { throw refused("a word occurs twice") }
    }
    return words
  }
}

extension JSONWriter {
  /// In the order of their type.
  mutating func words<Word: MemberWord>(_ name: StaticString, _ words: Set<Word>) {
    key(name)
    beginArray()
    for word in Word.allCases where words.contains(word) { string(word.rawValue) }
    endArray()
  }
}
