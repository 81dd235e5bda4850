/// A rule of UIKit by which a round trip may show other screens, whatever the app answers.
enum KnownRule: String, CaseIterable {
  case columns = "M7"
  case classic = "M11"
  case savedDetails = "D-36"
  case selection = "LS-3"

  /// What it means for the app.
  var sentence: String {
    switch self {
    case .columns:
      "a collapse shows the deepest column again, also a page that the user had left by Back; lastTop keeps the place"
    case .classic:
      "a collapse pushes the detail on the primary's stack, and an expansion takes the top back, whatever it is by then"
    case .savedDetails: "the details saved for the selected tab return to the column as soon as it expands"
    case .selection: "a list has no selected row where the split view is collapsed"
    }
  }
}
