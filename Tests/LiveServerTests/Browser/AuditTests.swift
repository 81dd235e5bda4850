import Testing

extension BrowserLookTests {
  /// The audits find the faults of faulty pages.
  @Suite struct AuditTests {}
}

extension BrowserLookTests.AuditTests {
  private static let well = "<main><h1>a</h1>"

  @Test(arguments: [
    (well, []),
    ("<main>", ["there is not one heading of level 1"]),
    ("<h1>a</h1>", ["there is not one main landmark", "<h1> \"a\" is in no landmark"]),
    (well + "<h3>b</h3>", ["heading \"b\" skips a level"]),
    (well + "<p id=a><p id=a>", ["two elements have the id a"]),
    (well + "<label for=x>a</label>", ["<label>: for names x, which is not there"]),
    (well + "<img src='data:,'>", ["<img> has no alternative text"]),
    (well + "<svg><text>a</text></svg>", ["an svg has no role or no label"]),
    (well + "<svg role=img aria-label=a></svg>", []),
    (well + "<a href=/ tabindex=2>a</a>", ["<a> has a tabindex above 0"]),
    (well + "<button aria-hidden=true>a</button>", ["<button> is hidden from screen readers and takes the focus"]),
    (well + "<div role=slider tabindex=0 aria-valuenow=3 aria-valuemin=0></div>", ["<div> has no aria-valuemax"]),
    (well + "<li>a</li>", ["a list item is in no list"]),
    (well + "<table><tr><td>a</table>", ["a table has no headers"]),
  ]) func `of the structure`(markup: String, found: [String]) async throws {
    let head = "<!doctype html><html lang=en><title>t</title><meta name=viewport content='width=device-width'><body>"
    try await BrowserTests.page { page in
      try await page.open(Self.address(of: head + markup))
      let complaints = try await page.run(file: "structure").elements.map { try $0.string() }
      #expect(complaints == found)
    }
  }

  @Test(arguments: [
    ("<p>a</p>", []), ("<p style='color: #777'>a</p>", ["a: 4.48"]), ("<p style='color: #767676'>a</p>", []),
    ("<p style='color: #0008'>a</p>", ["a: 4.47"]), ("<div style='opacity: .5'><p>a</p></div>", ["a: 3.98"]),
    ("<div style='background: #000'><p style='color: #555'>a</p></div>", ["a: 2.82"]),
    ("<p style='display: none; color: #fff'>a</p>b", []), ("<button disabled>a</button>b", []),
    ("<input id=i style='color: #aaa; background: #fff'>", ["i: 2.32"]),
    ("<svg><text y=20 fill='#999'>a</text></svg>", ["a: 2.85"]),
    ("<svg><rect width=99 height=99 /><text y=20>a</text></svg>", ["a: 1.00"]),
    ("<svg><g opacity='.1'><rect width=99 height=99 /></g><text y=20>a</text></svg>", []),
    ("<svg><text y=20 fill='#999'>a</text><rect width=99 height=99 /></svg>", []),
    ("<svg></svg>", ["there is no text"]),
  ]) func `of the contrast`(markup: String, found: [String]) async throws {
    try await BrowserTests.page { page in
      try await page.open(Self.address(of: "<!doctype html><body style='background: #fff; color: #000'>" + markup))
      let complaints = try await page.run(file: "contrast").elements.map { try $0.string() }
      #expect(complaints == found)
    }
  }

  private static func address(of markup: String) -> String {
    "data:text/html;charset=utf-8," + markup.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
