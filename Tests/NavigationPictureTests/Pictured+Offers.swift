/// Apps whose routes are drawn (D-401).
extension Pictured {
  private static let pad = #"{"device": "iPad Pro 11-inch (M4)"}"#
  private static let emma =
    #"{"type": "tapRow", "list": "list", "row": "emma", "screen": {"id": "emma", "route": "book", "title": "Emma", "params": {"book": "emma"}, "row": "emma"}, "opens": "detail"}"#
  private static let add =
    #"{"type": "present", "screen": {"id": "new", "route": "new", "title": "New book"}, "from": "list"}"#

  static let offering: [Pictured] = [
    Pictured("offers-pad", .books, pad, [emma]),
    Pictured("offers-sheet-pad", .books, pad, [emma, add]),
    Pictured("offers-phone", .books, #"{"device": "iPhone 16 Pro"}"#),
    Pictured(
      "offers-detail-phone-older", .books, #"{"device": "iPhone SE (1st generation)", "system": "iOS14"}"#, [emma]),
    Pictured("offers-more", .books, #"{"width": 360, "height": 300}"#),
  ]
}

extension Pictured.Arrangement {
  /// A list with rows of its own and of offers, locked ones and buttons; a detail with buttons; a sheet with two ways out.
  static let books = Self.design(
    """
    {"layout": {"name": "doubleColumn",
      "primary": {"id": "list", "route": "books", "title": "Books", "selectionFollowsDetail": true, "params": {"rows": [
        {"id": "emma", "title": "Emma", "subtitle": "Jane Austen", "image": "book"},
        {"id": "dune", "title": "Dune", "subtitle": "not offered", "image": "D"}]}},
      "secondary": {"id": "none", "route": "none", "placeholder": true, "title": "No book selected"},
      "behavior": {"placeholder": {"id": "none", "route": "none", "title": "No book selected"}}},
     "routes": {
      "books": {"offers": [
        {"route": "new", "name": "Add a book"}, {"route": "book", "params": {"book": "emma"}, "row": "emma"},
        {"route": "book", "params": {"book": "ulysses"}, "row": "ulysses"},
        {"route": "lentBooks", "params": {"to": "ann", "since": [2026, 1]}, "row": "lent"}, {"route": "members"}]},
      "book": {"opens": "detail", "params": {"book": "string"}, "screen": {"title": "Book {book}"},
        "offers": [{"route": "about", "name": "About the author"}, {"route": "new"}]},
      "lentBooks": {"opens": "push", "requires": ["signedIn"]},
      "members": {"opens": "present", "requires": ["signedIn"]},
      "about": {"opens": "push"},
      "new": {"opens": "present", "screen": {"title": "New book"},
        "offers": [{"closes": true, "name": "Cancel"}, {"route": "about"}, {"closes": true, "name": "Save"}]}},
     "conditions": {"signedIn": {}}}
    """)
}
