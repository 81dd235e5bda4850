/// A JSON object (RFC 9457 §3); a document that skips unknown members accepts those of later versions.
extension Problem: MemberBody {
  package static var empty: Self { Self(code: "", title: "", status: 0, detail: "") }

  package mutating func members(_ m: inout some Members) {
    var type: String? = "/problems/" + self.code
    m.optional("type", &type)
    m.required("title", &self.title)
    m.required("status", &self.status)
    m.member(
      { (reader) throws(BodyRefusal) in self.detail = try reader.string("detail") ?? "" },
      else: { $0.member("detail", self.detail) })
    m.required("code", &self.code)
    m.optional("requestId", &self.requestId)
    m.optional("pointer", &self.pointer)
    m.optional("parameter", &self.parameter)
    m.optional("header", &self.header)
    m.optional("controller", &self.controller)
    m.optional("in", &self.container)
    m.optional("kept", &self.kept)
    m.optional("revision", &self.revision)
    m.optional("index", &self.index)
  }
}
