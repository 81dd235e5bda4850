import HTTPMessages
import NavigationAPI
import NavigationModel
import NavigationPicture
import SessionStorage

/// Sessions as pictures.
extension NavigationService {
  func getPicture(_ id: SessionID, _ request: HTTPRequest, _ visit: Visit) throws(Halt) -> HTTPResponse {
    let (query, conditions) = try Halt.check { () throws(Problem) in
      let query = try SessionPictureQuery(request.queryBytes)
      try requireAcceptable(query.picture.format.mediaType, request)
      return (query, try ReadConditions(of: request, self))
    }
    let stored = try stored(id, visit)
    let session = try state(of: stored, at: query.revision, visit)
    let revision = query.revision ?? stored.revision
    if let notModified = try conditions.notModified(revision, of: stored.revision) { return notModified }
    try visit.requireWorker(session.isHeavyToWorkOn)
    return .picture(of: session, query.picture, fields: [.tag(revision), .noCache])
  }

  /// The picture of a session that is not stored, opened as a stored one would be.
  ///
  /// `Accept` is ignored, as RFC 9110 §12.5.1 permits: `curl --json` sends one for JSON by itself.
  func drawPicture(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    let query = try pictureHead(of: request)
    return .picture(of: try open(try body(CreateSession.self, of: request)).session, query, fields: [.noStore])
  }

  func pictureHead(of request: HTTPRequest) throws(Problem) -> PictureQuery {
    let query = try PictureQuery(request.queryBytes)
    try requireJSON(request)
    return query
  }
}

extension HTTPResponse {
  /// Opened alone in a browser, a picture runs and loads nothing.
  private static let policy = HTTPField(
    "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")

  fileprivate static func picture(of session: Session, _ query: PictureQuery, fields: [HTTPField]) -> HTTPResponse {
    let picture = SessionPicture(of: session, showsHidden: query.showsHidden)
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
