/// One route of an app's table: how its screens are opened, what they are like, and what a user can open from them.
public struct ScreenRoute: Hashable, Sendable {
  /// How a screen of the route is opened in one window.
  public enum Opening: Hashable, Sendable {
    /// On the stack of the screen that offers it.
    case push
    /// As the detail of the list that offers it.
    case detail
    /// In the column after that of the list that offers it.
    case column
    /// Over the screen that offers it; one that replaces over the window's root, which dismisses what it presents.
    case present(PresentationStyle, replaces: Bool, PresentationEnd?)
    /// By the tab whose child it is (D-456).
    case tab
  }

  /// A route with a sample of the values with which an app opens it.
  public struct Sample: Hashable, Sendable {
    public var route: String
    public var params: Params
    /// The params as people read them, in their order: the characters of a string, the JSON of any other value.
    public var texts: [String]

    /// - Parameter texts: as many as params; if nil, their JSON.
    public init(route: String, params: Params = Params(), texts: [String]? = nil) {
      self.route = route
      self.params = params
      self.texts = texts ?? params.members.map(\.json)
    }
  }

  /// What a user can do on a screen of a route: open another screen, or close this one.
  public struct Offer: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
      /// By the row of a list; nil: by a button.
      case open(Sample, row: String?)
      /// By a button (D-262).
      case close
    }

    public var action: Action
    /// Its name for people; nil: one is made.
    public var name: String?

    public init(_ action: Action, name: String? = nil) {
      self.action = action
      self.name = name
    }

    /// - Parameter texts: as many as params; if nil, their JSON.
    public init(
      route: String, params: Params = Params(), row: String? = nil, texts: [String]? = nil, name: String? = nil
    ) {
      self.init(.open(Sample(route: route, params: params, texts: texts), row: row), name: name)
    }

    /// What it opens.
    public var sample: Sample? { if case .open(let sample, _) = action { sample } else { nil } }
    public var row: String? { if case .open(_, let row) = action { row } else { nil } }
  }

  /// How the text of a URL is read as a param.
  public enum ParamType: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean
  }

  /// A declared param.
  public struct Param: Hashable, Sendable {
    public var name: String
    public var type: ParamType

    public init(_ name: String, _ type: ParamType) { (self.name, self.type) = (name, type) }
  }

  public var name: String
  /// nil: its screens are part of the start tree, and nothing may offer it.
  public var opening: Openings?
  /// The paths of its links, all with the same params but for optional ones; a screen's own link has the first (D-360).
  public var paths: [LinkTemplate]
  /// The routes that may be below it, with the params of the same names: the first that can be shown counts (D-402).
  public var parents: [String]
  /// In the order of the app's text; the other params of the path are strings.
  public var params: [Param]
  /// The members of its new screens; texts may name params, see `namesOfParams`.
  public var screen: ScreenUpdate
  public var offers: [Offer]
  /// The detail that its screens bring as a push or a pop shows them in the column before (D-405).
  public var defaultDetail: Sample?
  /// What its offers do where the same is there already, and the last step of a link: they return, or replace (D-434).
  public var again = Transition.Again.return
  /// The conditions without which its screens do not stand (D-290).
  public var requires: [String]

  public init(
    _ name: String, opening: Openings? = nil, path: LinkTemplate? = nil, parent: String? = nil, params: [Param] = [],
    screen: ScreenUpdate = ScreenUpdate(), offers: [Offer] = [], requires: [String] = []
  ) {
    self.name = name
    self.opening = opening
    paths = path.map { [$0] } ?? []
    parents = parent.map { [$0] } ?? []
    self.params = params
    self.screen = screen
    self.offers = offers
    self.requires = requires
  }

  /// What its offers open, each with its number, and its default without.
  var samples: [(number: Int?, sample: Sample)] {
    offers.enumerated().compactMap { number, offer in offer.sample.map { (number, $0) } }
      + (defaultDetail.map { [(nil, $0)] } ?? [])
  }

  /// The params of its paths, optional ones too.
  var namesInPaths: [String] { paths.flatMap(\.allNames) }

  /// The params that its screens' row names.
  var namesInRow: [String] { (screen.row ?? nil).map(Self.namesOfParams(in:)) ?? [] }

  /// The params that its title and its back button's title name, in the order of the texts.
  var namesOfParams: [String] {
    [screen.title ?? nil, screen.backButtonTitle ?? nil].flatMap { $0.map(Self.namesOfParams(in:)) ?? [] }
  }

  /// The names in braces: `chat` of `Chat {chat}`.
  static func namesOfParams(in text: String) -> [String] { pairs(in: text).map { String(text[$0]) } }

  /// What stands between braces. A brace without its partner and an empty pair are text.
  private static func pairs(in text: String) -> [Range<String.Index>] {
    var pairs: [Range<String.Index>] = []
    var start: String.Index?
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "{"): start = text.utf8.index(after: index)
      case UInt8(ascii: "}"):
        if let begin = start, begin < index { pairs.append(begin..<index) }
        start = nil
      default: break
      }
    }
    return pairs
  }

  /// The bytes of the texts that a sample fills in.
  func filledBytes(for sample: Sample) -> Int {
    (namesOfParams + namesInRow).reduce(0) { bytes, name in
      bytes + (sample.params.members.firstIndex { $0.name == name }.map { sample.texts[$0].utf8.count } ?? 0)
    }
  }

  /// Its screens' members with the texts filled in; no row without one of its params (D-400).
  func update(for sample: Sample) -> ScreenUpdate {
    var update = screen
    if let title = update.title { update.title = .some(title.map { Self.filled($0, by: sample) }) }
    if let title = update.backButtonTitle { update.backButtonTitle = .some(title.map { Self.filled($0, by: sample) }) }
    if !namesInRow.isEmpty, let row = update.row {
      let isWhole = namesInRow.allSatisfy { name in sample.params.members.contains { $0.name == name } }
      update.row = .some(isWhole ? row.map { Self.filled($0, by: sample) } : nil)
    }
    return update
  }

  /// `chat.1`, the route and the values: the id of what a sample of the route brings; nil where that is none.
  func id(for sample: Sample) -> ControllerID? { ControllerID(([name] + sample.texts).joined(separator: ".")) }

  private static func filled(_ text: String, by sample: Sample) -> String {
    var filled = text
    for pair in pairs(in: text).reversed() {
      guard let index = sample.params.members.firstIndex(where: { $0.name == text[pair] }) else { continue }
      filled.replaceSubrange(
        text.index(before: pair.lowerBound)..<text.index(after: pair.upperBound), with: sample.texts[index])
    }
    return filled
  }

  /// The words of `opens`.
  public enum OpeningWord: String, Hashable, Sendable, CaseIterable {
    case push, detail, column, present
    /// The tab whose child it is, of any depth (D-456).
    case tab
  }

  /// How the screens of a route are opened, by the horizontal class of the window; within a presented tree, by that of
  /// the tree (D-372). A column is compact in a regular window, and a link comes from no screen.
  public struct Openings: Hashable, Sendable {
    public let compact: OpeningWord
    public let regular: OpeningWord
    /// Of what is presented; without that `automatic`.
    public let style: PresentationStyle
    /// Whether what is presented takes the place of what the window's root presents (D-370).
    public let replaces: Bool
    /// What ends what is presented (D-423).
    public let end: PresentationEnd?

    /// - Parameters:
    ///   - style: counts where it presents, as `replaces` and `end` do.
    public init(
      compact: OpeningWord, regular: OpeningWord, style: PresentationStyle = .automatic, replaces: Bool = false,
      end: PresentationEnd? = nil
    ) {
      (self.compact, self.regular) = (compact, regular)
      let presents = compact == .present || regular == .present
      (self.style, self.replaces) = (presents ? style : .automatic, presents && replaces)
      self.end = presents ? end : nil
    }

    private init(_ word: OpeningWord) { self.init(compact: word, regular: word) }

    public static let push = Self(.push)
    public static let detail = Self(.detail)
    public static let column = Self(.column)

    public static func present(
      _ style: PresentationStyle, replaces: Bool = false, endsWith end: PresentationEnd? = nil
    ) -> Self {
      Self(compact: .present, regular: .present, style: style, replaces: replaces, end: end)
    }

    subscript(horizontal: SizeClass) -> Opening {
      switch horizontal == .compact ? compact : regular {
      case .push: .push
      case .detail: .detail
      case .column: .column
      case .present: .present(style, replaces: replaces, end)
      case .tab: .tab
      }
    }

    package func mayBe(_ word: OpeningWord) -> Bool { compact == word || regular == word }

    /// Whether it presents in every window.
    var alwaysPresents: Bool { compact == .present && regular == .present }
  }
}

extension ScreenRoutes {
  /// Whether screens are pushed on those of a route, which is their parent or offers them without one: then it is
  /// presented in a stack.
  func arePushed(on name: String) -> Bool {
    let offered = self[name]?.offers.compactMap(\.sample?.route) ?? []
    return routes.contains { route in
      let stands = route.parents.isEmpty ? offered.contains(route.name) : route.parents.contains(name)
      return stands && route.opening?.mayBe(.push) == true
    }
  }
}

extension Shown {
  /// The class by which routes open from it (D-372): the window's, or that which a presentation gives its tree.
  var classOfTree: SizeClass {
    let root = presentedTraits == nil ? holders.first { $0.presentedTraits != nil } : self
    return root?.presentedTraits?.horizontal ?? display.environment.horizontal
  }
}

extension Session {
  /// The class by which routes open from a screen (D-372).
  func classOfTree(around id: ControllerID) -> SizeClass {
    guard root.summary.holdsPresented, let tree = root.presentationRoot(of: id), tree.id != root.id else {
      return environment.horizontal
    }
    return display.trees.first { $0.id == tree.id }?.classOfTree ?? environment.horizontal
  }
}
