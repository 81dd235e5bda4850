import Navigation
import Testing

/// D-290 to D-295: what conditions stop, where a link waits, and what follows when they change.
@Suite struct AppConditionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var app: LinkedApp
    /// The window, then what comes before.
    var before: String
    var action: String
    /// What the outcome says; or the code of the rejection.
    var outcome: String
    /// The tree, what holds, and the link that is parked.
    var end: String

    init(_ app: LinkedApp, _ before: String, _ action: String, _ outcome: String, _ end: String) {
      (self.app, self.before, self.action, self.outcome, self.end) = (app, before, action, outcome, end)
    }

    var testDescription: String { "\(app.name), \(before): \(action)" }
  }

  @Test(arguments: cases) func `D-290 to D-295: a condition`(_ row: Case) throws {
    let (start, routes) = try row.app.openWithConditions(row.before)
    var session = start
    let outcome = try session.perform(row.action, routes)
    #expect(outcome == row.outcome)
    #expect(session.conditioned(routes) == row.end)
    #expect(session.violations(of: routes) == [] && session.violations == [])
  }

  /// Two states that differ in a condition alone are two, for undo and for what is a change.
  @Test func `D-290: what holds is state`() throws {
    let (start, routes) = try LinkedApp.store.openWithConditions("wide")
    var session = start
    #expect(try session.perform("in", routes) == "handled" && session.root == start.root)
    #expect(session.differs(from: start) && !session.isSame(as: start) && session != start)
    #expect(session.restore(start).outcome.handled && session.conditions == start.conditions)
  }

  static let cases: [Case] = [
    // An `open` parks where a condition does not hold, and opens where it does.
    Case(
      .store, "wide", "/orders/1", "present(sign-in) needs(signedIn) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in /orders/1 at sign-in for signedIn"),
    Case(
      .store, "narrow", "/orders/1", "present(sign-in) needs(signedIn) parked",
      "split<tabs[t1*: shop | t2: account] / none> ^fullScreen sign-in /orders/1 at sign-in for signedIn"),
    Case(
      .store, "wide in", "/orders/1", "selectTab(t2) showDetail(order.1)",
      "split[tabs[t1: shop | t2*: account] || none > order.1] [signedIn]"),
    Case(
      .store, "wide /sign-in", "/orders/1", "needs(signedIn) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in /orders/1 at sign-in for signedIn"),
    Case(
      .store, "wide /orders/1", "/orders/1", "already-there needs(signedIn) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in /orders/1 at sign-in for signedIn"),
    Case(
      .store, "wide /orders/1", "/orders/2", "needs(signedIn) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in /orders/2 at sign-in for signedIn"),
    Case(
      .store, "wide", "/orders/1/invoice", "present(sign-in) needs(signedIn,paid) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in /orders/1/invoice at sign-in for signedIn"),
    Case(
      .store, "wide in", "/orders/1/invoice", "selectTab(t2) push(pay) needs(paid) parked",
      "split[tabs[t1: shop | t2*: account > pay] || none] [signedIn] /orders/1/invoice at pay for paid"),
    Case(
      .store, "wide sheet", "/orders/1", "present(sign-in) needs(signedIn) parked",
      "split[tabs[t1*: shop | t2: account] || none] ^pageSheet sheet ^fullScreen sign-in /orders/1 at sign-in for signedIn"
    ),
    Case(
      .store, "wide", "/vault", "condition-unmet needs(open)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    // Released, or forgotten with its screen.
    Case(
      .store, "wide /orders/1", "in", "selectTab(t2) showDetail(order.1)",
      "split[tabs[t1: shop | t2*: account] || none > order.1] [signedIn]"),
    Case(
      .store, "narrow /orders/1", "in", "selectTab(t2) showDetail(order.1)",
      "split<tabs[t1: shop | t2*: account > order.1] / none> [signedIn]"),
    Case(
      .store, "wide /orders/1/invoice", "in", "selectTab(t2) push(pay) needs(paid) parked",
      "split[tabs[t1: shop | t2*: account > pay] || none] [signedIn] /orders/1/invoice at pay for paid"),
    Case(
      .store, "wide /orders/1/invoice in", "paid", "showDetail(order.1) push(invoice.1)",
      "split[tabs[t1: shop | t2*: account] || none > order.1 > invoice.1] [signedIn, paid]"),
    Case(
      .store, "narrow /orders/1/invoice in", "paid", "showDetail(order.1) push(invoice.1)",
      "split<tabs[t1: shop | t2*: account > order.1 > invoice.1] / none> [signedIn, paid]"),
    Case(
      .store, "wide /orders/1", "dismiss", "handled",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide /orders/1 dismiss", "in", "handled",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide /sign-in", "in", "handled",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide /orders/1", "in+root", "showDetail(order.1) + handled",
      "split[account || none > order.1] [signedIn]"),
    Case(
      .store, "wide /orders/1", "root", "handled",
      "split[account || none]"),
    Case(
      .store, "wide /orders/1", "root+in", "handled + showDetail(order.1)",
      "split[account || none > order.1] [signedIn]"),
    Case(
      .store, "wide in", "out+/orders/1+in",
      "handled + present(sign-in) needs(signedIn) parked + selectTab(t2) showDetail(order.1)",
      "split[tabs[t1: shop | t2*: account] || none > order.1] [signedIn]"),
    Case(
      .store, "wide", "in+push+out", "handled + handled + present(sign-in)",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in"),
    Case(
      .store, "wide /orders/1", "in+dismiss", "selectTab(t2) showDetail(order.1) + handled",
      "split[tabs[t1: shop | t2*: account] || none > order.1] [signedIn]"),
    Case(
      .store, "wide /orders/1 form", "in", "blocked by(form)",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in ^formSheet form /orders/1 at sign-in for signedIn"
    ),
    Case(
      .store, "wide /orders/1 form", "in!", "selectTab(t2) showDetail(order.1)",
      "split[tabs[t1: shop | t2*: account] || none > order.1] [signedIn]"),
    Case(
      .welcome, "wide /item/1", "in", "push(item.1)",
      "stack: login > item.1 [signedIn]"),
    Case(
      .welcome, "wide /item/1 pushed", "in", "push(item.1)",
      "stack: login > item.1 [signedIn]"),
    Case(
      .welcome, "wide pushed", "/item/1", "popTo(login) needs(signedIn) parked",
      "stack: login /item/1 at login for signedIn"),
    Case(
      .store, "wide /orders/1", "in+bare", "dropped(no-target) + handled",
      "a [signedIn]"),
    Case(
      .desk, "wide", "/item/1", "needs(signedIn) parked",
      "split[list || login] /item/1 at login for signedIn"),
    Case(
      .desk, "wide /item/1", "in", "push(item.1)",
      "split[list > item.1 || login] [signedIn]"),
    Case(
      .desk, "narrow /item/1", "in", "push(item.1)",
      "split<list > item.1> [signedIn]"),
    // Withdrawn.
    Case(
      .store, "wide in paid /orders/1/invoice", "both", "present(sign-in)",
      "split[tabs[t1: shop | t2*: account] || none] ^fullScreen sign-in"),
    Case(
      .store, "wide in paid", "both", "handled",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide in /orders/1", "out", "present(sign-in)",
      "split[tabs[t1: shop | t2*: account] || none] ^fullScreen sign-in"),
    Case(
      .store, "narrow in /orders/1", "out", "present(sign-in)",
      "split<tabs[t1: shop | t2*: account] / none> ^fullScreen sign-in"),
    Case(
      .store, "wide in /orders/1 /shop/2", "out", "handled",
      "split[tabs[t1*: shop | t2: account] || none > product.2]"),
    Case(
      .store, "wide in paid /orders/1/invoice", "out", "present(sign-in)",
      "split[tabs[t1: shop | t2*: account] || none] ^fullScreen sign-in [paid]"),
    Case(
      .store, "wide in paid /orders/1/invoice", "unpaid", "push(pay)",
      "split[tabs[t1: shop | t2*: account > pay] || none > order.1] [signedIn]"),
    Case(
      .store, "wide in /wallet", "out", "present(sign-in)",
      "split[tabs[t1*: shop | t2: account] || none] ^fullScreen sign-in"),
    Case(
      .store, "wide in /orders/1 form", "out", "present(sign-in)",
      "split[tabs[t1: shop | t2*: account] || none] ^formSheet form ^fullScreen sign-in"),
    Case(
      .store, "wide in /orders/1 draft", "out", "blocked by(draft)",
      "split[tabs[t1: shop | t2*: account] || none > order.1 > draft] [signedIn]"),
    Case(
      .store, "wide in /orders/1 draft", "out!", "present(sign-in)",
      "split[tabs[t1: shop | t2*: account] || none] ^fullScreen sign-in"),
    Case(
      .store, "wide in /orders/1 draft", "out+other", "blocked by(draft)",
      "split[tabs[t1: shop | t2*: account] || none > order.1 > draft] [signedIn]"),
    Case(
      .store, "wide in", "out+push+root", "handled + condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide in /orders/1", "out+root", "handled + handled",
      "split[account || none]"),
    Case(
      .store, "wide in", "out", "handled",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide in", "in", "no-change",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide in", "out+in", "handled + handled",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide", "unknown", "no-such-condition",
      "split[tabs[t1*: shop | t2: account] || none]"),
    // Anything else.
    Case(
      .store, "wide", #"{"type":"push","screen":{"route":"order"}}"#, "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide", #"{"type":"showDetail","screen":{"route":"order"}}"#, "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide", #"{"type":"present","screen":{"route":"order"}}"#, "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide", #"{"type":"tapRow","list":"shop","row":"1","opens":"push","screen":{"route":"order"}}"#,
      "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide", #"{"type":"setColumn","column":"secondary","controller":{"kind":"screen","route":"order"}}"#,
      "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide", #"{"type":"setSplit","behavior":{"secondaryForSeparating":{"kind":"screen","route":"order"}}}"#,
      "condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide in", #"{"type":"setSplit","behavior":{"secondaryForSeparating":{"id":"s","route":"order"}}}"#,
      "handled",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide in", #"{"type":"setSplit","behavior":{"primaryForCollapsing":{"kind":"screen","route":"order"}}}"#,
      "cannot-contain",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide", #"{"type":"updateScreen","controller":"shop","route":"order"}"#, "cannot-contain",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide in", #"{"type":"replaceTop","screen":{"route":"order"}}"#, "cannot-contain",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide in", #"{"type":"setColumn","column":"primary","controller":{"kind":"screen","route":"order"}}"#,
      "cannot-contain",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide",
      #"{"type":"setRoot","controller":{"kind":"stack","children":[{"kind":"screen","id":"a","route":"a"},{"kind":"screen","id":"b","route":"order"}]}}"#,
      "condition-unmet",
      "split[tabs[t1*: shop | t2: account] || none]"),
    Case(
      .store, "wide in", #"{"type":"setRoot","controller":{"kind":"screen","id":"b","route":"order"}}"#,
      "cannot-contain",
      "split[tabs[t1*: shop | t2: account] || none] [signedIn]"),
    Case(
      .store, "wide", "other+push", "handled + condition-unmet needs(signedIn)",
      "split[tabs[t1*: shop | t2: account] || none]"),
  ]
}

extension LinkedApp {
  static let store = LinkedApp(
    name: "store",
    json: """
      "layout": {"name": "tabsInPrimary", "tabs": [{"id": "t1", "screen": {"id": "shop", "route": "shop"}}, \
      {"id": "t2", "screen": {"id": "account", "route": "account"}}], "placeholder": {"id": "none", "route": "none"}}, \
      "routes": {"shop": {"path": "/shop"}, "account": {"path": "/account"}, \
      "product": {"opens": "detail", "path": "/shop/{id}", "parent": "shop"}, \
      "order": {"opens": "detail", "path": "/orders/{id}", "parent": "account", "requires": ["signedIn"]}, \
      "invoice": {"opens": "push", "path": "/orders/{id}/invoice", "parent": "order", "requires": ["paid", "signedIn"]}, \
      "wallet": {"opens": "present", "path": "/wallet", "requires": ["signedIn"]}, \
      "vault": {"opens": "present", "path": "/vault", "requires": ["open"]}, \
      "sign-in": {"opens": "present", "style": "fullScreen", "path": "/sign-in"}, \
      "pay": {"opens": "push", "path": "/pay", "parent": "account"}}, \
      "conditions": {"signedIn": {"otherwise": "sign-in"}, "paid": {"otherwise": "pay"}, "open": {}}
      """)
  static let welcome = LinkedApp(
    name: "welcome",
    json: """
      "layout": {"name": "stack", "screen": {"id": "login", "route": "login"}}, \
      "routes": {"login": {"path": "/"}, "item": {"opens": "push", "path": "/item/{item}", "parent": "login", \
      "requires": ["signedIn"]}}, "conditions": {"signedIn": {"otherwise": "login"}}
      """)

  static let desk = LinkedApp(
    name: "desk",
    json: """
      "layout": {"name": "listDetail", "primary": {"id": "list", "route": "list"}, "secondary": {"id": "login", "route": "login"}}, \
      "routes": {"list": {"path": "/"}, "login": {"path": "/login"}, \
      "item": {"opens": "push", "path": "/item/{item}", "parent": "list", "requires": ["signedIn"]}}, \
      "conditions": {"signedIn": {"otherwise": "login"}}
      """)

  func openWithConditions(_ before: String) throws -> (Session, ScreenRoutes) {
    let words = before.split(separator: " ").map(String.init)
    var (session, routes) = try open(words[0])
    for word in words.dropFirst() { _ = try session.perform(word, routes) }
    return (session, routes)
  }
}

extension Session {
  /// Performs a word, a link, or a transition in JSON; what its outcome says, or the code of the rejection.
  mutating func perform(_ text: String, _ routes: ScreenRoutes) throws -> String {
    do {
      if text.first != "{", text.contains("+") {
        let batch = try text.split(separator: "+").map { try Self.transition(String($0)) }
        return try apply(batch: batch, routes: routes).outcomes.map(\.words).joined(separator: " + ")
      }
      return try apply(try Self.transition(text), routes: routes).outcome.words
    } catch let rejection as Rejection { return Problem(rejection).code } catch let refused as BatchRejection {
      return "\(refused.index): \(Problem(refused.rejection).code)"
    }
  }

  private static func transition(_ text: String) throws -> Transition {
    func json(_ text: String) throws -> Transition { try Transition(json: JSONDocument(Array(text.utf8)).root) }
    return switch text {
    case "in": Transition(.setConditions([.init("signedIn", holds: true)]))
    case "in!": Transition(.setConditions([.init("signedIn", holds: true)]), confirm: true)
    case "out": Transition(.setConditions([.init("signedIn", holds: false)]))
    case "out!": Transition(.setConditions([.init("signedIn", holds: false)]), confirm: true)
    case "paid": Transition(.setConditions([.init("paid", holds: true)]))
    case "unpaid": Transition(.setConditions([.init("paid", holds: false)]))
    case "both": Transition(.setConditions([.init("paid", holds: false), .init("signedIn", holds: false)]))
    case "unknown": Transition(.setConditions([.init("free", holds: true)]))
    case "dismiss": Transition(.dismiss(nil))
    case "pop": Transition(.pop())
    case "root":
      try json(
        #"{"type":"setRoot","dismisses":true,"layout":{"name":"listDetail","primary":{"id":"account","route":"account"},"placeholder":{"id":"none","route":"none"}}}"#
      )
    case "bare": try json(#"{"type":"setRoot","dismisses":true,"controller":{"kind":"screen","id":"a","route":"a"}}"#)
    case "other": try json(#"{"type":"push","screen":{"id":"other","route":"product","params":{"id":"9"}}}"#)
    case "push": try json(#"{"type":"push","screen":{"route":"order"}}"#)
    case "pushed": try json(#"{"type":"push","screen":{"id":"pushed","route":"pushed"}}"#)
    case "sheet": try json(#"{"type":"present","style":"pageSheet","screen":{"id":"sheet","route":"sheet"}}"#)
    case "draft": try json(#"{"type":"push","screen":{"id":"draft","route":"draft","blocksRemoval":true}}"#)
    case "form":
      try json(#"{"type":"present","style":"formSheet","screen":{"id":"form","route":"form","blocksRemoval":true}}"#)
    case _ where text.hasPrefix("{"): try json(text)
    default: Transition(.open(url: text))
    }
  }

  /// The tree, what holds, and the link that is parked.
  func conditioned(_ routes: ScreenRoutes) -> String {
    let holding = (conditions?.values(of: routes).all ?? []).filter(\.holds).map(\.name)
    var parts = [sketch]
    if !holding.isEmpty { parts.append("[\(holding.joined(separator: ", "))]") }
    if let parked = conditions?.parked, case .url(let url) = parked.open {
      parts.append("\(url) at \(parked.at) for \(parked.waitsFor)")
    }
    return parts.joined(separator: " ")
  }
}

extension Outcome {
  /// Steps, and what else it says.
  fileprivate var words: String {
    var words = handled ? [] : [reason?.rawValue ?? "unhandled"]
    words += steps.map(\.word)
    if !needs.isEmpty { words.append("needs(\(needs.joined(separator: ",")))") }
    if parked { words.append("parked") }
    if let dropped { words.append("dropped(\(dropped.rawValue))") }
    if !blocked.isEmpty { words.append("by(\(blocked.map(\.controller.description).joined(separator: ",")))") }
    return words.isEmpty ? "handled" : words.joined(separator: " ")
  }
}
