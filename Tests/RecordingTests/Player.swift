import Foundation
import Navigation

/// Plays an example's app, and has its trees and events recorded as Recorder.swift records those of UIKit.
struct Player {
  let routes: ScreenRoutes
  private(set) var session: Session
  var recording = Recording()

  static func creation(_ example: String) throws -> CreateSession {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/\(example).json")
    return try CreateSession(request: Array(Data(contentsOf: file)))
  }

  /// At the first appearance, which is noted down.
  init(_ creation: CreateSession) throws {
    let opened = try creation.open()
    routes = try creation.routes ?? ScreenRoutes([], values: JSONParamValues())
    session = opened.session
    let environment = JSONText(creation.environment)
    recording.environment = environment.text
    try note(opened.events)
  }

  /// The moves in this state, each with what a finger is put on.
  var moves: [(action: Transition, touch: Recording.Touch?)] {
    session.moves(routes: routes).flatMap { move in
      move.transitions.prefix(1).map { ($0, touch($0.action)) }
    }
  }

  func touch(_ action: Transition.Action) -> Recording.Touch? {
    switch action.body {
    case let tap as Transition.TapRow: Recording.Touch(screen: tap.list.description, row: tap.row)
    case let present as Transition.Present: present.sender.map { Recording.Touch(screen: $0.description) }
    case let detail as Transition.ShowDetail: detail.sender.map { Recording.Touch(screen: $0.description) }
    case let push as Transition.Push: push.stack.flatMap(top).map { Recording.Touch(screen: $0) }
    case _: nil
    }
  }

  private func top(of stack: ControllerID) -> String? {
    session.visible.last { $0.containers.last == stack }?.id.description
  }

  /// - Returns: the events that it made; nil where it is refused or does nothing, and then nothing is noted down.
  mutating func play(_ transition: Transition, _ touch: Recording.Touch?) throws -> [Event]? {
    var after = session
    guard let answer = try? after.apply(transition), answer.outcome.handled else { return nil }
    recording.begin(JSONText(transition).text, touch, isTouch: true, tree: try Recording.Node(session))
    session = after
    try note(answer.events)
    return answer.events
  }

  mutating func end() throws { recording.end(tree: try Recording.Node(session)) }

  /// Of an app's callbacks those that a recorder sees: appearance, and the calls of delegates.
  private mutating func note(_ events: [Event]) throws {
    for event in events {
      var members = try JSONText(event).value.object()
      let (type, id) = (try members.requireString("type"), try members.string("controller") ?? "")
      switch event {
      case .viewWillAppear(_, let animated), .viewDidAppear(_, let animated), .viewWillDisappear(_, let animated),
        .viewDidDisappear(_, let animated):
        recording.appearance(type, of: id, animated: animated)
      case .delegateCall:
        var arguments = try members.optional("arguments")?.object()
        let given = arguments?.members.map { (name: $0, value: Optional($1.compactText())) } ?? []
        recording.call(
          try members.requireString("method"), of: id, given, answer: members.given("answer")?.compactText())
      case .parentChanged, .placeholderWillAppear, .showDetailTargetDidChange, .leftBarButtonTapped,
        .scrollToTop, .selectionChanged, .collapsed, .expanded, .displayModeChanged, .tabSelected, .pageChanged,
        .presented, .adaptationChanged, .detentChanged, .dismissed, .discarded, .barChanged:
        break
      }
    }
  }
}

/// A value of the contract as its text.
struct JSONText {
  let text: String

  init(_ value: some JSONWritable) {
    var writer = JSONWriter()
    value.write(to: &writer)
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  init(text: String) { self.text = text }

  var value: JSONValue {
    get throws {
      try JSONDocument(Array(text.utf8), unknownMembers: .skip, maximumDepth: JSONDocument.treeDepth).root
    }
  }
}
