import NavigationModel

extension SplitUpdate {
  /// The settable members of a split view but its columns, each of which may be absent.
  package init(members reader: inout BodyReader) throws(BodyRefusal) {
    self.init()
    displayMode = try reader.automatic("preferredDisplayMode", DisplayMode.self)
    splitBehavior = try reader.automatic("preferredSplitBehavior", SplitBehavior.self)
    presentsWithGesture = try reader.bool("presentsWithGesture")
    primaryEdge = try reader.word("primaryEdge", HorizontalEdge.self)
    displayModeButtonVisibility = try reader.word("displayModeButtonVisibility", SplitPreferences.ButtonVisibility.self)
    showsSecondaryOnlyButton = try reader.bool("showsSecondaryOnlyButton")
    let points = Limits.columnWidth
    primaryWidth.preferred = try reader.automatic("preferredPrimaryColumnWidth", in: points)
    primaryWidth.fraction = try reader.automatic("preferredPrimaryColumnWidthFraction", in: 0...1)
    primaryWidth.minimum = try reader.automatic("minimumPrimaryColumnWidth", in: points)
    primaryWidth.maximum = try reader.automatic("maximumPrimaryColumnWidth", in: points)
    supplementaryWidth.preferred = try reader.automatic("preferredSupplementaryColumnWidth", in: points)
    supplementaryWidth.fraction = try reader.automatic("preferredSupplementaryColumnWidthFraction", in: 0...1)
    supplementaryWidth.minimum = try reader.automatic("minimumSupplementaryColumnWidth", in: points)
    supplementaryWidth.maximum = try reader.automatic("maximumSupplementaryColumnWidth", in: points)
    minimumSecondaryWidth = try reader.automatic("minimumSecondaryColumnWidth", in: points)
    behaviorFrom = try reader.word("behaviorFrom", SplitArrangement.self)
    behavior = try reader.optional("behavior").map(SplitDelegateUpdate.init(json:))
    if let override = reader.optional("traitOverride") {
      traitOverride = .some(override.isNull ? nil : try TraitOverride(json: override))
    }
  }

  /// What is to change, and nothing else.
  package func writeMembers(to writer: inout JSONWriter) {
    if let displayMode { writer.word("preferredDisplayMode", OrAutomatic(displayMode)) }
    if let splitBehavior { writer.word("preferredSplitBehavior", OrAutomatic(splitBehavior)) }
    writer.member("presentsWithGesture", presentsWithGesture)
    writer.word("primaryEdge", primaryEdge)
    writer.word("displayModeButtonVisibility", displayModeButtonVisibility)
    writer.member("showsSecondaryOnlyButton", showsSecondaryOnlyButton)
    writer.orNull("preferredPrimaryColumnWidth", primaryWidth.preferred)
    writer.orNull("preferredPrimaryColumnWidthFraction", primaryWidth.fraction)
    writer.orNull("minimumPrimaryColumnWidth", primaryWidth.minimum)
    writer.orNull("maximumPrimaryColumnWidth", primaryWidth.maximum)
    writer.orNull("preferredSupplementaryColumnWidth", supplementaryWidth.preferred)
    writer.orNull("preferredSupplementaryColumnWidthFraction", supplementaryWidth.fraction)
    writer.orNull("minimumSupplementaryColumnWidth", supplementaryWidth.minimum)
    writer.orNull("maximumSupplementaryColumnWidth", supplementaryWidth.maximum)
    writer.orNull("minimumSecondaryColumnWidth", minimumSecondaryWidth)
    writer.word("behaviorFrom", behaviorFrom)
    if let behavior {
      writer.key("behavior")
      behavior.write(to: &writer)
    }
    if let traitOverride {
      writer.key("traitOverride")
      if let traitOverride { traitOverride.write(to: &writer) } else { writer.null() }
    }
  }
}

extension JSONWriter {
  /// Nothing where there is no member; null where it is automatic.
  fileprivate mutating func orNull(_ name: StaticString, _ value: Double??) {
    guard let value else { return }
    key(name)
    if let value { double(value) } else { null() }
  }
}
