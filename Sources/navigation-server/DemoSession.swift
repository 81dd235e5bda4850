import Commands
import HTTPMessages
import Navigation
import NavigationService
import SessionStorage

/// A session of `demo`, as the requests that create it.
struct DemoSession: Sendable {
  /// A short description.
  let title: String
  /// The body of `POST /v1/sessions`.
  let creation: String
  /// The bodies of `POST /v1/sessions/{sessionId}/transitions`, in order.
  let transitions: [String]

  /// The examples, in the order of output and of lists, newest first.
  static let all = [messenger, mail, news]

  /// Creates sessions in a store, through the requests of a client. Throws where an option leaves no room for them, and
  /// where a file is no such body.
  static func open(_ sessions: [DemoSession], in store: SessionStore) throws(OptionError) -> [(
    title: String, id: SessionID
  )] {
    // A service apart from the server's own, so that metrics, limits and log count only requests of clients.
    let service = NavigationService(
      store: store,
      configuration: ServiceConfiguration(
        uptime: { 0 }, now: Timestamp.now, random: { UInt64.random(in: .min ... .max) }))
    var opened: [(title: String, id: SessionID)] = []
    for session in sessions.reversed() { opened.append((session.title, try session.open(in: service))) }
    return opened.reversed()
  }

  private func open(in service: NavigationService) throws(OptionError) -> SessionID {
    let id = try post(creation, to: Endpoint(.createSession), of: service).sessionID
    for transition in transitions { _ = try post(transition, to: Endpoint(.applyTransition, of: id), of: service) }
    return id
  }

  private func post(
    _ body: String, to endpoint: Endpoint, of service: NavigationService
  ) throws(OptionError) -> TransitionRecord {
    let response: HTTPResponse
    do throws(HTTPRefusal) {
      let request = try HTTPRequest(
        .post, endpoint.path, fields: [(name: "Content-Type", value: "application/json")], body: Array(body.utf8))
      // The memory store commits at once.
      guard let answer = request.response(of: { await service.respond(to: $0) }) else {
        throw .malformedRequest(.incompleteRequest)
      }
      response = answer
    } catch { throw OptionError("\(title): \(error.detail)") }
    if let record = try? TransitionRecord(answer: response.body) { return record }
    let problem = try? Problem(json: JSONDocument(response.body).root)
    let isOfFile = response.status == .badRequest || response.status == .unprocessableContent
    throw OptionError(
      "\(title): \(problem?.sentences ?? "") (\(problem?.code ?? "\(response.status)"))",
      exit: isOfFile ? .data : .usage)
  }
}

extension DemoSession {
  /// A body of `POST /v1/sessions` or a snapshot in a file.
  init(file: String) throws(OptionError) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try Files.read(file) } catch {
      throw OptionError("\(file): \(error.reason)", exit: .noInput)
    }
    self.init(title: file, creation: String(decoding: bytes, as: UTF8.self), transitions: [])
  }

  /// Tabs in the primary column, whose chats move along when the window collapses.
  static let messenger = DemoSession(
    title: "a messenger: tabs beside the chat, on an iPad",
    creation: """
      {"client": "messenger",
       "environment": {"device": "iPad Pro 11-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tabsInPrimary",
         "tabs": [
           {"id": "chats", "title": "Chats", "icon": "message", "screen": {"id": "chat-list", "route": "chats", "title": "Chats", "params": {"rows": [
             {"id": "ada", "title": "Ada", "subtitle": "The engine arrives on Monday.", "image": "ada"},
             {"id": "grace", "title": "Grace", "subtitle": "Found it. There was a moth in the relay.", "image": "grace"},
             {"id": "alan", "title": "Alan", "subtitle": "Does it ever stop?", "image": "alan"},
             {"id": "book-club", "title": "Book club", "subtitle": "Hedy: I have only read the last page.", "image": "person.2"},
             {"id": "edsger", "title": "Edsger", "subtitle": "You: The shortest way is through the park.", "image": "edsger"},
             {"id": "family", "title": "Family", "subtitle": "Photo", "image": "person.2"},
             {"id": "barbara", "title": "Barbara", "subtitle": "One stands in for the other, always.", "image": "barbara"}]}}},
           {"id": "contacts", "title": "Contacts", "icon": "person.crop.circle", "screen": {"id": "contact-list", "route": "contacts", "title": "Contacts", "params": {"rows": [
             {"id": "ada", "title": "Ada"}, {"id": "alan", "title": "Alan"}, {"id": "barbara", "title": "Barbara"},
             {"id": "edsger", "title": "Edsger"}, {"id": "grace", "title": "Grace"}, {"id": "hedy", "title": "Hedy"}]}}},
           {"id": "settings", "title": "Settings", "icon": "gear", "screen": {"id": "setting-list", "route": "settings", "title": "Settings", "params": {"rows": [
             {"id": "account", "title": "Account"}, {"id": "notifications", "title": "Notifications"},
             {"id": "appearance", "title": "Appearance"}, {"id": "storage", "title": "Storage", "subtitle": "1.2 GB"}]}}}],
         "placeholder": {"route": "nothing-selected", "title": "No chat selected"}, "behavior": {"allowsReturnToPlaceholder": false}}}
      """,
    transitions: [
      #"{"type": "setBadge", "tab": "chats", "badge": "3"}"#,
      chat("grace", "Grace"),
      #"{"type": "setBadge", "tab": "chats", "badge": "2"}"#,
      // Portrait, where the button makes room for the chat.
      #"{"type": "rotate", "orientation": "portrait"}"#,
      #"{"type": "tapDisplayModeButton"}"#,
      #"{"type": "tapDisplayModeButton"}"#,
      // Narrow, and back.
      #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      #"{"type": "back"}"#,
      chat("ada", "Ada"),
      #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
      #"{"type": "rotate", "orientation": "landscape"}"#,
      // A tab without an open chat, and one with a chat.
      #"{"type": "tapTab", "tab": "settings"}"#,
      #"{"type": "tapTab", "tab": "chats"}"#,
      #"{"type": "present", "style": "formSheet", "screen": {"id": "new-chat", "route": "new-chat", "title": "New chat"}}"#,
      #"{"type": "dismiss"}"#,
    ])

  /// What the app does when a chat is chosen.
  private static func chat(_ row: String, _ title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "chat-list", "row": "\(row)"},
      {"type": "showDetail", "from": "chat-list",
       "screen": {"id": "chat-\(row)", "route": "chats/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }

  /// Three columns, hidden one by one and collapsed onto one.
  static let mail = DemoSession(
    title: "mail: three columns, on a large iPad",
    creation: """
      {"client": "mail",
       "environment": {"device": "iPad Pro 13-inch (M4)", "orientation": "landscape"},
       "layout": {"name": "tripleColumn",
         "primary": {"id": "mailboxes", "route": "mailboxes", "title": "Mailboxes", "params": {"rows": [
           {"id": "inbox", "title": "Inbox", "subtitle": "6 letters"}, {"id": "flagged", "title": "Flagged"},
           {"id": "drafts", "title": "Drafts", "subtitle": "1 letter"}, {"id": "sent", "title": "Sent"},
           {"id": "archive", "title": "Archive"}, {"id": "bin", "title": "Bin"}]}},
         "supplementary": {"id": "messages", "route": "messages", "title": "Inbox", "params": {"rows": [
           {"id": "lunch", "title": "Katherine", "subtitle": "Lunch at the observatory?"},
           {"id": "minutes", "title": "Margaret", "subtitle": "Minutes of Tuesday, and one alarm"},
           {"id": "invoice", "title": "Bookshop", "subtitle": "Your invoice 1843"},
           {"id": "notes", "title": "Ada", "subtitle": "Notes on note G"},
           {"id": "trip", "title": "Railway", "subtitle": "Your tickets for Friday"},
           {"id": "garden", "title": "Mary", "subtitle": "Too many tomatoes"}]}},
         "secondary": {"id": "no-letter", "route": "no-letter", "title": "No letter selected", "placeholder": true},
         "behavior": {"topColumnForCollapsing": "byProvenance", "onDetailPopped": "discard",
           "placeholder": {"id": "no-letter", "route": "no-letter", "title": "No letter selected"}}}}
      """,
    transitions: [
      mailbox("inbox"),
      letter("minutes", "Minutes of Tuesday"),
      // The columns make room for the letter one by one.
      #"{"type": "hideColumn", "column": "primary"}"#,
      #"{"type": "hideColumn", "column": "supplementary"}"#,
      // Over the dimmed letter.
      #"{"type": "setSplit", "preferredSplitBehavior": "overlay"}"#,
      #"{"type": "showColumn", "column": "primary"}"#,
      #"{"type": "tapDimmedSecondary"}"#,
      #"{"type": "setSplit", "preferredSplitBehavior": "tile"}"#,
      // Two thirds of the screen, then so little that all columns are one stack.
      #"{"type": "setMultitasking", "multitasking": "twoThirds"}"#,
      #"{"type": "setMultitasking", "multitasking": "slideOver"}"#,
      #"{"type": "back"}"#,
      letter("lunch", "Lunch at the observatory?"),
      #"{"type": "setMultitasking", "multitasking": "fullScreen"}"#,
      """
      {"type": "present", "style": "pageSheet",
       "screen": {"id": "answer", "route": "compose", "title": "Re: Lunch at the observatory?"}}
      """,
      #"{"type": "dismiss"}"#,
    ])

  private static func mailbox(_ row: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "mailboxes", "row": "\(row)"}, {"type": "showColumn", "column": "supplementary"}]}
    """
  }

  private static func letter(_ row: String, _ title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "messages", "row": "\(row)"},
      {"type": "showDetail", "from": "messages",
       "screen": {"id": "letter-\(row)", "route": "messages/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }

  /// Pages side by side under their titles, and articles above them.
  static let news = DemoSession(
    title: "news: pages under top tabs, on a phone",
    creation: """
      {"client": "news",
       "environment": {"device": "iPhone 16"},
       "layout": {"name": "topTabs", "pages": [
         {"title": "Today", "screen": {"id": "today", "route": "today", "title": "News", "params": {"rows": [
           {"id": "bridge", "title": "The bridge opens again", "subtitle": "Nobody had closed it"},
           {"id": "clock", "title": "Town clock right once more", "subtitle": "And again in twelve hours"},
           {"id": "library", "title": "Library lends out telescopes", "subtitle": "Quiet hours begin at dusk"},
           {"id": "ferry", "title": "New ferry goes both ways"}]}}},
         {"title": "World", "screen": {"id": "world", "route": "world", "title": "News", "params": {"rows": [
           {"id": "map", "title": "Atlas finds an island", "subtitle": "It was under the fold"},
           {"id": "summit", "title": "Summit agrees on lunch"}, {"id": "tunnel", "title": "Tunnel meets in the middle"}]}}},
         {"title": "Science", "screen": {"id": "science", "route": "science", "title": "News", "params": {"rows": [
           {"id": "comet", "title": "A comet, right on time", "subtitle": "Seventy-six years, to the week"},
           {"id": "bees", "title": "Bees count to five"}, {"id": "moss", "title": "Moss outlives its pot"},
           {"id": "proof", "title": "A proof in one page", "subtitle": "The margin was too wide"}]}}},
         {"title": "Sport", "screen": {"id": "sport", "route": "sport", "title": "News", "params": {"rows": [
           {"id": "draw", "title": "Draw after extra time"}, {"id": "regatta", "title": "Regatta waits for wind"}]}}},
         {"title": "Culture", "screen": {"id": "culture", "route": "culture", "title": "News", "params": {"rows": [
           {"id": "opera", "title": "Opera loses its key", "subtitle": "Found in the second act"},
           {"id": "fair", "title": "Book fair sells out of bags"}]}}}]}}
      """,
    transitions: [
      article("today", "library", title: "Library lends out telescopes"),
      #"{"type": "rotate", "orientation": "landscape"}"#,
      #"{"type": "rotate", "orientation": "portrait"}"#,
      #"{"type": "back"}"#,
      #"{"type": "tapTitle", "page": "science"}"#,
      article("science", "comet", title: "A comet, right on time"),
      #"{"type": "present", "style": "pageSheet", "screen": {"id": "share", "route": "share", "title": "Share"}}"#,
      #"{"type": "dismiss"}"#,
      #"{"type": "back"}"#,
      // A finger between two pages, which settle.
      #"{"type": "scroll", "contentOffset": 1000, "phase": "dragging"}"#,
      #"{"type": "scroll", "contentOffset": 860, "phase": "ended"}"#,
    ])

  /// What the app does when an article is chosen on a page.
  private static func article(_ page: String, _ row: String, title: String) -> String {
    """
    {"transitions": [
      {"type": "selectRow", "controller": "\(page)", "row": "\(row)"},
      {"type": "push", "screen": {"id": "article-\(row)", "route": "\(page)/row", "title": "\(title)", "params": {"row": "\(row)"}}}]}
    """
  }
}

extension ServerOptions {
  /// These options where they suit the demo: a browser opens it without a key, and its sessions end with the process.
  func forDemo() throws(OptionError) -> ServerOptions {
    guard storeChoice == .memory else {
      throw OptionError("demo keeps its sessions in memory, not in \(OptionName("store"))")
    }
    guard apiKeyFile == nil else {
      throw OptionError("demo serves all clients: there is no owner for \(OptionName("api-key-file"))")
    }
    guard passedSocket == nil else {
      throw OptionError("demo is for a browser, and listens on no socket of LISTEN_FDS")
    }
    guard unixSocket == nil else {
      throw OptionError("demo is for a browser, which does not open \(OptionName("unix-socket"))")
    }
    return self
  }
}
