public import FoundationEssentials
public import NavigationAPI
public import NavigationJSON

extension Client {
  /// The same with a URL of Foundation; the path of `unix:` is decoded.
  public convenience init(url: URL, apiKey: String? = nil, requestTimeout: Duration = .seconds(30))
    throws(ClientError)
  {
    let text = url.scheme == "unix" ? "unix:" + url.path : url.absoluteString
    try self.init(url: text, apiKey: apiKey, requestTimeout: requestTimeout)
  }
}

extension JSONBody {
  /// Reads an answer, such as a stored snapshot; unknown members are skipped.
  public init(answer data: Data) throws(BodyRefusal) { try self.init(answer: Array(data)) }

  /// The body as compact JSON.
  public var data: Data { Data(json()) }
}
