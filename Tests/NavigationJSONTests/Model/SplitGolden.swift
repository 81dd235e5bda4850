import Navigation

/// All settable members of a split view.
enum SplitGolden {
  static let members =
    #""preferredDisplayMode":"twoOverSecondary","preferredSplitBehavior":"overlay","presentsWithGesture":false,"primaryEdge":"trailing","#
    + #""displayModeButtonVisibility":"always","showsSecondaryOnlyButton":true,"#
    + #""preferredPrimaryColumnWidth":300,"preferredPrimaryColumnWidthFraction":0.25,"minimumPrimaryColumnWidth":200,"#
    + #""maximumPrimaryColumnWidth":400.5,"preferredSupplementaryColumnWidth":310,"preferredSupplementaryColumnWidthFraction":1,"#
    + #""minimumSupplementaryColumnWidth":0,"maximumSupplementaryColumnWidth":16384,"minimumSecondaryColumnWidth":500,"#
    + #""preferredInspectorColumnWidth":305,"preferredInspectorColumnWidthFraction":0.5,"minimumInspectorColumnWidth":260,"#
    + #""maximumInspectorColumnWidth":410,"#
    + #""behavior":{"topColumnForCollapsing":"byProvenance"},"traitOverride":{"horizontalSizeClass":"compact"}"#

  static var everything: SplitUpdate {
    var update = SplitUpdate()
    update.displayMode = .twoOverSecondary
    update.splitBehavior = .overlay
    update.presentsWithGesture = false
    update.primaryEdge = .trailing
    update.displayModeButtonVisibility = .always
    update.showsSecondaryOnlyButton = true
    update.primaryWidth.preferred = 300
    update.primaryWidth.fraction = 0.25
    update.primaryWidth.minimum = 200
    update.primaryWidth.maximum = 400.5
    update.supplementaryWidth.preferred = 310
    update.supplementaryWidth.fraction = 1
    update.supplementaryWidth.minimum = 0
    update.supplementaryWidth.maximum = 16_384
    update.minimumSecondaryWidth = 500
    update.inspectorWidth.preferred = 305
    update.inspectorWidth.fraction = 0.5
    update.inspectorWidth.minimum = 260
    update.inspectorWidth.maximum = 410
    update.delegate = SplitDelegateUpdate { $0.topColumnForCollapsing = .byProvenance }
    update.traitOverride = .some(.horizontal(.compact))
    return update
  }

  /// An update that resets members to automatic.
  static var nothing: SplitUpdate {
    var update = SplitUpdate()
    update.displayMode = .some(nil)
    update.splitBehavior = .some(nil)
    update.primaryWidth.preferred = .some(nil)
    update.minimumSecondaryWidth = .some(nil)
    update.traitOverride = .some(nil)
    return update
  }
}
