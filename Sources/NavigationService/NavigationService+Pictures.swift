import HTTPMessages
import Navigation
import NavigationPicture
import SessionStorage

/// Sessions as pictures.
extension NavigationService {
  func getPicture(
    _ id: SessionID, _ call: HTTPCall, in context: RequestContext
  ) async throws(Problem) -> HTTPResponse? {
    let query = try SessionPictureQuery(call.request.queryBytes)
    try requireAcceptable(query.picture.format.mediaType, call.request)
    let conditions = try ReadConditions(of: call.request, self)
    let stored = try await stored(id, context)
    let session = try await session(of: stored, at: query.revision, context)
    let revision = query.revision ?? stored.revision
    if let notModified = try conditions.notModified(revision, of: stored.revision) { return notModified }
    return try await work(of: session.workToDraw(stored.routes), context, as: .longWork) {
      .picture(of: session, query.picture, stored.routes, fields: [.tag(revision), .noCache])
    }
  }

  /// The picture of a session that is not stored, opened as a stored one would be, after what is played in it.
  ///
  /// `Accept` is ignored, as RFC 9110 §12.5.1 permits: `curl --json` sends one for JSON by itself.
  func drawPicture(_ call: HTTPCall, _ context: RequestContext) async throws(Problem) -> HTTPResponse {
    let query = try PictureQuery(call.request.queryBytes)
    try requireJSON(call.request)
    let body = try await body(of: call)
    // Of a small body the steps say how much work it is; a large one is a worker's in any case.
    let small = ShardBudget.holds(body.count) ? try read(PictureRequest.self, from: body) : nil
    let (session, routes) = try await work(of: small?.work(bytes: body.count) ?? body.count, context, as: .longWork) {
      [self] () throws(Problem) in
      let request = if let small { small } else { try read(PictureRequest.self, from: body) }
      return (try request.played { Problem($0, of: $1, in: $2, request.app.routes) }, request.app.routes)
    }
    return try await work(of: session.workToDraw(routes), context, as: .longWork) {
      .picture(of: session, query, routes, fields: [.noStore])
    }
  }
}

extension PictureRequest {
  /// Each step is compared with the state before it, and a link comes to several.
  fileprivate func work(bytes: Int) -> Int {
    let links = steps.reduce(0) { $0 + TransitionRequest.batch($1).links }
    let linked = app.routes.map { links * $0.longestChain } ?? 0
    return bytes + bytes * (count + linked) / ShardBudget.writtenBytes + linked * ShardBudget.linkStepBytes
  }
}

extension HTTPResponse {
  /// Opened alone in a browser, a picture runs and loads nothing.
  private static let policy = HTTPField(
    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")

  fileprivate static func picture(
    of session: Session, _ query: PictureQuery, _ routes: ScreenRoutes? = nil, fields: [HTTPField]
  ) -> HTTPResponse {
    let picture = SessionPicture(of: session, showsHidden: query.showsHidden, routes: routes)
    var response = HTTPResponse(.ok, fields: fields)
    switch query.format {
    case .text:
      response.fields.append(HTTPField("Content-Type", "text/plain; charset=utf-8"))
      response.body = picture.text()
    case .svg:
      response.fields += [HTTPField("Content-Type", "image/svg+xml"), policy]
      response.body = picture.svg(scale: query.scale, sheet: query.style.sheet)
    }
    return response
  }
}

extension PictureQuery.Style {
  fileprivate var sheet: PictureSheet {
    switch self {
    case .classes: .none
    case .embedded: .embedded
    }
  }
}
