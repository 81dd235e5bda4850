extension ScreenRoute {
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
