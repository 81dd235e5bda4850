import Navigation

extension MalformedRequest {
  private static let pop = #"{"type": "pop"}"#

  /// Transitions that the model refuses.
  static let refusals: [MalformedRequest] = [
    post(
      "a duplicate id", #"{"type": "push", "screen": {"id": "chat-list", "route": "a"}}"#, .duplicateController,
      .controller("chat-list")),
    post("a missing stack", #"{"type": "pop", "stack": "mail"}"#, .noSuchController, .controller("mail")),
    post("a screen for a stack", #"{"type": "pop", "stack": "chat-list"}"#, .wrongKind, .controller("chat-list")),
    post("a tab that is none", #"{"type": "tapTab", "tab": "chat-list"}"#, .wrongKind, .controller("chat-list")),
    post(
      "a stack on a stack",
      #"{"type": "push", "stack": "chats", "controller": {"kind": "stack", "id": "s", "children": [{"kind": "screen", "route": "a"}]}}"#,
      .cannotPush, .controller("s")),
    post("an unknown device later", #"{"type": "setDevice", "device": "iPhone 3"}"#, .unknownDevice),
    post("a window of nothing later", #"{"type": "resize", "width": 0, "height": 800}"#, .invalidSize),
    post(
      "a batch whose second is refused",
      #"{"transitions": [{"type": "selectRow", "controller": "chat-list", "row": "1"}, {"type": "popTo", "controller": "chat-list"}, {"type": "popTo", "controller": "x"}]}"#,
      .noSuchController, .index(2, pointer: nil)),
    post(
      "a batch of 257", #"{"transitions": [\#(Array(repeating: pop, count: 257).joined(separator: ", "))]}"#,
      .batchLimit,
      .pointer("/transitions")),
  ]

  /// Paths and queries.
  static let targets: [MalformedRequest] = [
    bare("a missing session", "GET /v1/sessions/s_00000000000000000000000000", .noSuchSession),
    bare("no id at all", "GET /v1/sessions/first", .noSuchSession),
    bare("an id in capitals", "GET /v1/sessions/S_00000000000000000000000000/snapshot", .noSuchSession),
    bare("no path of the service", "GET /v2/sessions", .noSuchResource),
    bare("a slash at the end", "GET /v1/sessions/{id}/", .noSuchResource),
    bare("two slashes", "GET //v1/sessions", .noSuchResource),
    bare("a slash as an escape", "GET /v1/sessions/{id}%2Fsnapshot", .noSuchResource),
    bare("dot segments", "GET /v1/sessions/../sessions", .noSuchResource),
    bare("an unknown problem", "GET /problems/bad-luck", .noSuchResource),
    bare("another method", "DELETE /v1/sessions/{id}/transitions", .methodNotAllowed),
    post("yet another method", to: "/v1/devices", pop, .methodNotAllowed),
    bare("a method that HTTP has", "PUT /v1/sessions/{id}", .methodNotAllowed),
    bare("an unknown parameter", "GET /v1/sessions/{id}?verbose=1", .invalidParameter, .parameter("verbose")),
    bare("a parameter twice", "GET /v1/sessions?limit=1&limit=2", .invalidParameter, .parameter("limit")),
    bare("a page of nothing", "GET /v1/sessions?limit=0", .invalidParameter, .parameter("limit")),
    bare("a place that was made up", "GET /v1/sessions?after=!", .invalidParameter, .parameter("after")),
    bare("a label without a value", "GET /v1/sessions?label=app", .invalidParameter, .parameter("label")),
    bare("a parameter that is not UTF-8", "GET /v1/sessions?client=%FF", .invalidParameter, .parameter("client")),
    post(
      "neither true nor false", to: "/v1/sessions/{id}/transitions?dryRun=maybe", pop, .invalidParameter,
      .parameter("dryRun")),
    post(
      "an unknown inclusion", to: "/v1/sessions/{id}/transitions?include=all", pop, .invalidParameter,
      .parameter("include")),
  ]

  /// Header fields.
  static let fields: [MalformedRequest] = [
    post("an If-Match without quotes", pop, fields: ["If-Match: 0"], .invalidHeader, .header("If-Match")),
    post("an old revision", pop, fields: ["If-Match: \"7\""], .staleRevision, .revision(0)),
    post("a weak tag", pop, fields: ["If-Match: W/\"0\""], .staleRevision, .revision(0)),
    bare(
      "deleting an old revision", "DELETE /v1/sessions/{id}", fields: ["If-Match: \"1\""], .staleRevision, .revision(0)),
    bare(
      "an If-None-Match without quotes", "GET /v1/sessions/{id}", fields: ["If-None-Match: 0"], .invalidHeader,
      .header("If-None-Match")),
    post("an empty key", pop, fields: ["Idempotency-Key:"], .invalidHeader, .header("Idempotency-Key")),
    post(
      "two keys", pop, fields: ["Idempotency-Key: a", "Idempotency-Key: b"], .invalidHeader, .header("Idempotency-Key")),
    post(
      "a key of 256", pop, fields: ["Idempotency-Key: " + String(repeating: "k", count: 256)], .invalidHeader,
      .header("Idempotency-Key")),
    post("plain text", pop, type: "text/plain", .unsupportedMediaType),
    post("a form", pop, type: "application/x-www-form-urlencoded", .unsupportedMediaType),
    post("no type", pop, type: nil, .unsupportedMediaType),
    post("a page of another origin", pop, fields: ["Origin: http://evil.example"], .originRefused),
    post("a page of no origin", pop, fields: ["Origin: null"], .originRefused),
    post("a page of another port", pop, fields: ["Origin: http://localhost:1"], .originRefused),
  ]
}
