import Navigation
import Testing

/// Trees with and without `kind`.
@Suite struct ScreenKindTests {
  @Test(arguments: [
    "%", #"{"kind":"stack","children":[%]}"#, #"{"kind":"tabBar","tabs":[{"child":%}]}"#,
    #"{"kind":"topTabs","pages":[{"title":"A","child":%}]}"#,
    #"{"kind":"split","style":"doubleColumn","primary":%,"secondary":%,"compact":%}"#,
    #"{"kind":"screen","route":"b","presented":{"child":%}}"#,
  ]) func `D-368: a screen is known without kind`(tree: String) throws {
    let trees = [#""kind":"screen","#, ""].map { tree.replacing("%", with: "{\($0)\"route\":\"a\"}") }
    let read = try trees.map { try Controller(json: document($0)) }
    #expect(read[0] == read[1])
    #expect(try Controller(screen: document(#"{"kind":"screen","route":"a"}"#)) == .screen(.automatic, route: "a"))
  }

  @Test(arguments: [
    (#"{"id":"a"}"#, #"missing member "kind" or "route""#),
    (#"{"children":[]}"#, #"missing member "kind", which is "stack" of one with "children""#),
    (#"{"tabs":[]}"#, #"missing member "kind", which is "tabBar" of one with "tabs""#),
    (#"{"pages":[]}"#, #"missing member "kind", which is "topTabs" of one with "pages""#),
    (#"{"primary":{}}"#, #"missing member "kind", which is "split" of one with "primary""#),
    (#"{"route":"a","tabs":[]}"#, #"unknown member "tabs""#),
    (#"{"rute":"a"}"#, #"missing member "kind" or "route", unknown member "rute". Did you mean route?"#),
  ]) func `D-368: a container needs it`(json: String, detail: String) {
    #expect { try Controller(json: document(json)) } throws: { error in
      guard case .json(let fault)? = error as? BodyRefusal else { return false }
      return fault.detail == detail
    }
  }
}
