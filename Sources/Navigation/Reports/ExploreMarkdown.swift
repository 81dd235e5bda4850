/// What a search has found, for a pull request: a table, and the routes as a graph of Mermaid.
enum ExploreMarkdown {
  static func text(of explored: Explored) -> String {
    var lines = [ExploreText.summary(of: explored) + "."]
    let notes = ExploreText.notes(of: explored) + (explored.comparison?.sentences ?? [])
    if !notes.isEmpty { lines += [""] + notes.map { "- " + escaped($0) } }
    lines += [""] + table(of: explored) + graph(of: explored)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func table(of explored: Explored) -> [String] {
    let findings = explored.findings
    guard !findings.isEmpty else {
      return [explored.comparison == nil ? ExploreText.nothing(in: explored) : "Nothing new."]
    }
    return ["| Check | What | Where | Shortest way |", "|---|---|---|---|"]
      + findings.map { finding in
        let cells = [finding.check, finding.sentence, explored.windows(of: finding), finding.shortestWay ?? ""]
        return "| " + cells.map(escaped).joined(separator: " | ") + " |"
      }
  }

  /// An arrow for each route that another offers; what no state shows is red.
  private static func graph(of explored: Explored) -> [String] {
    guard let routes = explored.design.app.routes?.routes, !routes.isEmpty else { return [] }
    let seen = Set(explored.answer.routes.filter { !$0.counts.isEmpty }.map(\.route))
    let names = routes.map(\.name)
    var lines = names.enumerated().map { "  r\($0)[\"\(label($1))\"]" }
    for (number, route) in routes.enumerated() {
      let offered = Set(route.offers.compactMap(\.sample?.route))
      lines += names.indices.filter { offered.contains(names[$0]) }.map { "  r\(number) --> r\($0)" }
    }
    let unseen = names.indices.filter { !seen.contains(names[$0]) }.map { "r\($0)" }
    if !unseen.isEmpty {
      lines.append("  classDef invisible fill:#ffd7d5,stroke:#cf222e,color:#82071e")
      lines.append("  class \(unseen.joined(separator: ",")) invisible")
    }
    return ["", "```mermaid", "graph LR"] + lines + ["```"]
  }

  /// Markdown takes a backslash before any punctuation of ASCII; a bar ends a cell.
  private static func escaped(_ text: String) -> String {
    let signs = #"\`*_[]<>|~#!&@"#.unicodeScalars
    return text.oneLine.escaping(
      Dictionary(uniqueKeysWithValues: signs.map { ($0, $0 == "@" ? "@\u{200B}" : "\\\($0)") }))
  }

  /// Mermaid has entities for what ends a label or is HTML in it.
  private static func label(_ text: String) -> String {
    text.oneLine.escaping(["#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;"])
  }
}
