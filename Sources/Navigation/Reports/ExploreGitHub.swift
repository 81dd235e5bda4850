/// What a search has found as commands of GitHub's workflows, each at a line of the app's file.
enum ExploreGitHub {
  /// - Parameters:
  ///   - file: its path in the repository; nil for standard input.
  ///   - bytes: its content.
  static func text(of explored: Explored, file: String?, bytes: [UInt8]) -> String {
    let places = ExplorePlaces(bytes)
    var lines = [ExploreText.summary(of: explored)]
    lines += explored.findings.map { finding in
      let text = ["\(finding.sentence), \(explored.windows(of: finding))", finding.shortestWay ?? ""]
      return command(file, places.line(of: finding), title: finding.check, text)
    }
    if !explored.isComplete { lines.append(command(file, nil, title: "bound", ExploreText.notes(of: explored))) }
    lines += (explored.comparison?.differences ?? []).map { command(file, nil, title: "baseline", [$0]) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(_ file: String?, _ line: Int?, title: String, _ text: [String]) -> String {
    let properties = [("file", file), ("line", file == nil ? nil : line.map(String.init)), ("title", title)]
    let written = properties.compactMap { name, value in value.map { "\(name)=\(property($0))" } }
    return "::error \(written.joined(separator: ","))::\(data(text.filter { !$0.isEmpty }.joined(separator: "\n")))"
  }

  private static func data(_ text: String) -> String { text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A"]) }

  private static func property(_ text: String) -> String {
    text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }
}

/// The lines of an app's file that findings are told at.
struct ExplorePlaces {
  private var lines: [String: Int] = [:]
  private var behavior: Int?

  /// - Parameter bytes: of a body that was read; without lines if they are no JSON.
  init(_ bytes: [UInt8]) {
    guard let document = try? JSONDocument(bytes, maximumDepth: Design.requestDepth),
      var root = try? document.root.object()
    else { return }
    if var routes = root.optional("routes").flatMap({ try? $0.object() }) {
      for (name, route) in routes.members { lines[name] = route.line }
    }
    behavior = ["layout", "root"].lazy.compactMap { root.optional($0) }.compactMap(Self.behavior).first.map(\.line)
  }

  /// The answers of the delegate where they decide, else the route; nil where the file has neither.
  func line(of finding: ExploreAnswer.Finding) -> Int? {
    let route = finding.route.flatMap { lines[$0] }
    switch finding.fault {
    case "hides", "discards", "showsAnother": return behavior ?? route
    case _: return route ?? behavior
    }
  }

  /// The first member of this name.
  private static func behavior(in value: JSONValue) -> JSONValue? {
    switch value.kind {
    case .object:
      guard var object = try? value.object() else { return nil }
      for (name, member) in object.members {
        if name == "behavior" { return member }
        if let found = behavior(in: member) { return found }
      }
      return nil
    case .array: return (try? value.elements)?.lazy.compactMap(behavior).first
    case .null, .bool, .number, .string: return nil
    }
  }
}
