public import NavigationAPI

/// What sessions look like.
extension Client {
  /// A picture of the session as it is now, or was at a revision.
  ///
  /// Throws `noSuchRevision`, and `revisionGone` where the revision is not kept any more.
  public func picture(
    of id: SessionID, at revision: Int? = nil, _ picture: PictureQuery = PictureQuery()
  ) async throws(ClientError) -> Answer<String> {
    let response = try await response(to: Self.call(id, revision, picture))
    return try response.answer(text: picture.format.mediaType)
  }

  /// The same; nil where the session still has the revision that is known already.
  public func picture(
    of id: SessionID, ifNoneMatch revision: Int, _ picture: PictureQuery = PictureQuery()
  ) async throws(ClientError) -> Answer<String>? {
    var call = Self.call(id, nil, picture)
    call.ifNoneMatch = revision
    call.expected = [200, 304]
    let response = try await response(to: call)
    return response.status == 304 ? nil : try response.answer(text: picture.format.mediaType)
  }

  /// A picture of the session that `createSession` would make; nothing is kept.
  public func drawPicture(of session: CreateSession, _ picture: PictureQuery = PictureQuery()) async throws(ClientError) -> String {
    try await drawPicture(of: session as any JSONBody, picture)
  }

  /// A picture of what a snapshot shows.
  public func drawPicture(of snapshot: Snapshot, _ picture: PictureQuery = PictureQuery()) async throws(ClientError) -> String {
    try await drawPicture(of: snapshot as any JSONBody, picture)
  }

  private func drawPicture(of body: any JSONBody, _ picture: PictureQuery) async throws(ClientError) -> String {
    var call = ClientCall(.drawPicture)
    call.query = picture.text
    call.body = body
    return try await response(to: call).text(picture.format.mediaType.description)
  }

  private static func call(_ id: SessionID, _ revision: Int?, _ picture: PictureQuery) -> ClientCall {
    var call = ClientCall(.getPicture(id))
    call.query = SessionPictureQuery(revision: revision, picture: picture).text
    return call
  }
}
