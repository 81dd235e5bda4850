extension TabBarForm {
  /// The members that an app sets; what a search is in comes from a snapshot.
  mutating func members(_ m: inout some Members) {
    placeMembers(&m)
    m.optional("compactTabs", &compactTabs)
    m.optional("accessory", &accessory)
  }

  /// Those by which its bar has its place.
  mutating func placeMembers(_ m: inout some Members) {
    m.defaulted("mode", &mode, unless: .automatic)
    var own = sidebar == TabSidebar() ? nil : sidebar
    m.optional("sidebar", &own)
    sidebar = own ?? TabSidebar()
  }

  mutating func stateMembers(_ m: inout some Members) {
    m.flag("isSearching", &isSearching)
    m.optional("previousTab", &previousTab)
  }
}

extension TabSidebar: MemberBody {
  package static var empty: Self { Self() }

  package mutating func members(_ m: inout some Members) {
    m.optional("isHidden", &isHidden)
    m.defaulted("layout", &layout, unless: .automatic)
    m.defaulted("placement", &placement, unless: .automatic)
  }
}

extension TabAccessory: MemberBody {
  package static var empty: Self { Self(title: "") }

  /// The offer is one of a button that opens a route.
  package mutating func members(_ m: inout some Members) {
    m.required("title", &title)
    m.optional("offer", &offer)
    guard let offer, offer.sample == nil || offer.row != nil else { return }
    m.member(
      { (reader) throws(BodyRefusal) in
        throw try reader.require("offer").refused("expected an offer that opens a route without a row")
      }, else: { _ in })
  }
}

extension TabForm {
  mutating func members(_ m: inout some Members) {
    m.defaulted("placement", &placement, unless: .automatic)
    m.optional("role", &role)
    m.flag("activatesSearch", &activatesSearch)
  }
}

extension TabBarUpdate: MemberUpdate {
  package mutating func members(_ m: inout some Members) {
    m.settable("mode", &mode, or: .automatic)
    m.settable("compactTabs", &compactTabs)
    m.settable("isTabBarHidden", &isTabBarHidden, or: false)
    m.settable("accessory", &accessory)
  }
}

extension TabBar {
  /// Reads what few have. Throws `noSuchController` where a name is no child's id.
  mutating func readForm(_ reader: inout JSONObjectReader) throws(BodyRefusal) {
    var read = TabBarForm()
    read.members(&reader)
    read.stateMembers(&reader)
    try reader.check()
    if let names = reader.optional("compactTabs") {
      for name in try names.elements {
        let id = try name.id()
        if index(named: id) == nil { throw name.refused(.noSuchController(id)) }
      }
    }
    if let previous = reader.optional("previousTab"), let id = read.previousTab {
      guard read.isSearching else { throw previous.refused("expected none without a search") }
      if index(named: id) == nil { throw previous.refused(.noSuchController(id)) }
    }
    if read.isSearching, !selected.beginsSearch, let searching = reader.optional("isSearching") {
      throw searching.refused("the selected tab activates no search")
    }
    form = read
  }

  /// What few have, and, computed by the server and not allowed in requests, where the bar stands.
  func writeForm(to writer: inout JSONWriter, form written: WrittenForm) {
    if var form = box?.value {
      form.members(&writer)
      form.stateMembers(&writer)
    }
    guard case .session(_, let traits) = written else { return }
    writer.word("bar", bar(in: traits))
    writer.flag("sidebarAvailable", isSidebarAvailable(in: traits))
  }
}
