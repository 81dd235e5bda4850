/// Steps and callbacks for people.
extension LogPlayer {
  func words(of step: AppLog.Step) -> String {
    switch step {
    case .start: "first appearance"
    case .named(let name): name
    case .any: "a step without a name"
    case .transitions(let transitions): transitions.map(\.words).joined(separator: ", ")
    }
  }
}

extension Transition {
  /// Its type, and its members that are texts: `setMultitasking slideOver`, `resize 375 × 834`.
  var words: String {
    if let resize = action.body(as: Transition.Resize.self) { return "resize \(resize.size.words)" }
    var writer = JSONWriter()
    write(to: &writer)
    guard let document = try? JSONDocument(writer.bytes, maximumDepth: JSONDocument.treeDepth),
      var members = try? document.root.object()
    else { return action.type }
    let texts = members.members.compactMap { name, value in name == "type" ? nil : try? value.string() }
    return ([action.type] + texts).joined(separator: " ")
  }
}

extension Size {
  /// `375 × 834`, in points.
  var words: String { "\(Self.text(width)) × \(Self.text(height))" }

  private static func text(_ points: Double) -> String { Int(exactly: points).map(String.init) ?? "\(points)" }
}

extension LoggedEvent {
  /// `viewWillAppear inbox`, `? topColumnForCollapsing… secondary -> primary`, `! willShow primary`: a question with its
  /// answer, or what a delegate is told.
  ///
  /// - Parameter names: of the app; nil: the names are ours.
  func words(_ names: NameBook?) -> String {
    var (texts, answer) = ([String](), "")
    for member in members where !(isMethod && member.path == "controller") && member.path != "animated" {
      if member.path == "answer" {
        answer = " -> \(member.value.words(names))"
      } else {
        texts.append(member.value.words(names))
      }
    }
    let sign = isMethod ? (Self.questions.contains(kind) ? "? " : "! ") : ""
    return sign + ([isMethod ? shortMethod : kind] + texts).joined(separator: " ") + answer
  }

  /// The label that tells a method apart, else its name.
  private var shortMethod: String {
    let parts = kind.split(separator: "(", maxSplits: 1)
    guard parts.count == 2 else { return kind }
    let labels = parts[1].split { $0 == ":" || $0 == ")" }.filter { $0 != "_" }
    return labels.first.map(String.init) ?? String(parts[0])
  }
}

extension LoggedEvent.Value {
  fileprivate func words(_ names: NameBook?) -> String {
    switch self {
    case .name(let name):
      guard let id = names?.id(of: name), id != name else { return name }
      return "\(name) (\(id))"
    case .json(let json): return (try? json.string()) ?? json.compactText()
    }
  }
}
