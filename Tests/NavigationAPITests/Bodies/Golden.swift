import Navigation
import Testing

func id(_ text: String) throws -> ControllerID { try #require(ControllerID(text)) }

func read<Body: JSONBody>(_ type: Body.Type, _ json: String) throws -> Body { try Body(request: Array(json.utf8)) }

func text(_ body: some JSONBody) -> String { String(decoding: body.json(), as: UTF8.self) }

/// A JSON text without whitespace.
func compact(_ json: String) throws -> String { try JSONDocument(json).root.compactText() }

let ada = SessionID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
let adaText = "s_014d2pf2dbsqqzxq5tk1v58cgg"
