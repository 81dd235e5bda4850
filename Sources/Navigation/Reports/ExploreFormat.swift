/// A form in which `explore` tells what it has found.
package enum ExploreFormat: String, CaseIterable, Sendable {
  case text, json, junit, github, markdown

  /// - Parameters:
  ///   - file: the path of the app's file; nil for standard input.
  ///   - bytes: its content.
  package func text(of explored: Explored, file: String?, bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .text: Array(explored.text().utf8)
    case .json: explored.json() + [UInt8(ascii: "\n")]
    case .junit: Array(ExploreJUnit.text(of: explored).utf8)
    case .github: Array(ExploreGitHub.text(of: explored, file: file, bytes: bytes).utf8)
    case .markdown: Array(ExploreMarkdown.text(of: explored).utf8)
    }
  }
}

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

/// What a search has found as JUnit's XML: a test case for each check and route.
enum ExploreJUnit {
  private struct Case {
    var check: String
    var name: String
    /// Why it fails, and how to see it; nil where it passes.
    var failure: (message: String, text: String)?
  }

  static func text(of explored: Explored) -> String {
    let cases = cases(of: explored)
    let counts = #"tests="\#(cases.count)" failures="\#(cases.count { $0.failure != nil })""#
    let lines =
      [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites \(counts)>",
        #"  <testsuite name="explore" \#(counts)>"#,
      ] + cases.flatMap(element) + ["  </testsuite>", "</testsuites>"]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func cases(of explored: Explored) -> [Case] {
    let findings = explored.findings
    let checks = explored.checks
    let routes = explored.answer.routes.map(\.route)
    var names = routes + findings.map(\.name).filter { !routes.contains($0) }
    names = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    var cases = checks.flatMap { check in
      names.map { name in
        let found = findings.filter { $0.check == check && $0.name == name }
        return Case(check: check, name: name, failure: found.isEmpty ? nil : failure(found, in: explored))
      }
    }
    if !explored.isComplete {
      let notes = ExploreText.notes(of: explored)
      cases.append(
        Case(check: "explore", name: "bound", failure: (notes.first ?? "", notes.joined(separator: "\n"))))
    }
    return cases
      + (explored.comparison?.differences ?? []).map { Case(check: "baseline", name: $0, failure: ($0, "")) }
  }

  private static func failure(
    _ findings: [ExploreAnswer.Finding], in explored: Explored
  ) -> (message: String, text: String) {
    let texts = findings.map { finding in
      (["\(finding.sentence), \(explored.windows(of: finding))"] + finding.examples.map(\.text)).joined(separator: "\n")
    }
    return (findings.map(\.message).joined(separator: "; "), texts.joined(separator: "\n"))
  }

  private static func element(of test: Case) -> [String] {
    let attributes = #"classname="\#(escaped(test.check))" name="\#(escaped(test.name))""#
    guard let failure = test.failure else { return ["    <testcase \(attributes)/>"] }
    return [
      "    <testcase \(attributes)>",
      #"      <failure message="\#(escaped(failure.message))">\#(escaped(failure.text))</failure>"#, "    </testcase>",
    ]
  }

  /// Text and attributes (XML 1.0, 2.4); control characters, which XML has no form for, become spaces.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).oneLine }.joined(separator: "\n")
      .escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }
}

extension ExploreAnswer.Finding {
  fileprivate var name: String { route ?? "(an empty display)" }
}

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
