import WireText

/// The screens of a session that show what a link names, and their links (D-166, D-362).
extension ScreenRoutes {
  /// The path and query of a screen's link (D-362): the first path of its route that leads back to it, with an optional
  /// segment rather than without; nil where none does, and where it lacks a param of them.
  package func url(of screen: Screen) -> String? {
    guard !screen.isPlaceholder, let index = index(of: screen.route) else { return nil }
    for form in routes[index].paths.flatMap({ $0.forms.reversed() }) {
      if let url = url(of: screen, index, by: form) { return url }
    }
    return nil
  }

  /// Nil where the screen lacks a param of the path, or has it empty, since a URL loses empty segments.
  private func url(of screen: Screen, _ index: Int, by form: [LinkTemplate.Segment]) -> String? {
    let names = form.compactMap(\.name)
    let texts = names.compactMap { text(of: $0, in: screen, index) }
    guard texts.count == names.count, !texts.contains("") else { return nil }
    var rest = texts[...]
    let segments = form.map { if case .literal(let text) = $0 { text } else { rest.removeFirst() } }
    // Another path's literal or a prefix may go before it.
    guard let (place, read) = match(Link(path: segments)), place.route == index, place.names == names, read == texts
    else { return nil }
    let query = namesInQuery(of: index, besides: names).compactMap { name in
      text(of: name, in: screen, index).map { PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded($0) }
    }
    let path = "/" + segments.map(PercentEncoding.encoded).joined(separator: "/")
    let url = query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    return url.utf8.count <= Limits.urlBytes ? url : nil
  }

  /// A screen's param as a URL has it; nil where it has none of the type.
  private func text(of name: String, in screen: Screen, _ index: Int) -> String? {
    guard let type = type(of: name, in: index),
      let json = screen.params.members.first(where: { $0.name == name })?.json
    else { return nil }
    return values.canonical(json, as: type).map(values.text)
  }

  /// Whether a screen shows the same thing.
  func shows(_ screen: Screen, _ part: LinkTarget.Part) -> Bool {
    guard screen.route == part.route.name else { return false }
    return part.params.members.allSatisfy { member in
      part.identity?.contains(member.name) == false
        || value(of: member.name, in: screen, part.route.name) == member.json
    }
  }

  /// A screen's value in its one form.
  private func value(of name: String, in screen: Screen, _ route: String) -> String? {
    guard let json = screen.params.members.first(where: { $0.name == name })?.json else { return nil }
    guard let index = index(of: route), let type = type(of: name, in: index) else { return json }
    return values.canonical(json, as: type) ?? json
  }

  /// The screen's params with those of the link; nil where it has them.
  func params(of screen: Screen, with part: LinkTarget.Part) -> Params? {
    var params = screen.params
    for member in part.params.members where value(of: member.name, in: screen, part.route.name) != member.json {
      if let index = params.members.firstIndex(where: { $0.name == member.name }) {
        params.members[index] = member
      } else {
        params.members.append(member)
      }
    }
    return params == screen.params ? nil : params
  }

  /// The new screen that a sample of a route brings, its texts filled in; the session names it.
  package func screen(for sample: ScreenRoute.Sample, of route: ScreenRoute) -> Controller {
    var controller = Controller.screen(route: route.name, params: sample.params)
    update(for: sample, of: route).apply(to: &controller)
    return controller
  }

  /// What a sample gives the members of its screen: without a `row` in the table, that of the first offer of the same
  /// thing by a parent (D-400).
  func update(for sample: ScreenRoute.Sample, of route: ScreenRoute) -> ScreenUpdate {
    var update = route.update(for: sample)
    if update.row == nil, let row = row(offering: sample) { update.row = row }
    return update
  }

  /// The part as if it were offered.
  func sample(of part: LinkTarget.Part, _ params: Params? = nil) -> ScreenRoute.Sample {
    let params = params ?? part.params
    return ScreenRoute.Sample(
      route: part.route.name, params: params, texts: params.members.map { values.text(of: $0.json) })
  }
}
