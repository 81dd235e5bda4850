extension Transition {
  /// The kinds of transitions: each is a case here, a line of `open` and one of `examples`.
  ///
  /// A member that is nil means the innermost controller of its kind around the screen shown last.
  public enum Action: Hashable, Sendable {
    case push(Box<Push>)
    case pop(Box<Pop>)
    case popTo(Box<PopTo>)
    case popToRoot(Box<PopToRoot>)
    case setStack(Box<SetStack>)
    case replaceTop(Box<ReplaceTop>)
    case remove(Box<Remove>)
    case back(Box<Back>)
    case tapLeftBarButton(Box<TapLeftBarButton>)
    case show(Box<Show>)
    case showDetail(Box<ShowDetail>)
    case setDisplayMode(Box<SetDisplayMode>)
    case tapDisplayModeButton(Box<TapDisplayModeButton>)
    case tapSecondaryOnlyButton(Box<TapSecondaryOnlyButton>)
    case tapDimmedSecondary(Box<TapDimmedSecondary>)
    case swipe(Box<Swipe>)
    case showColumn(Box<ShowColumn>)
    case hideColumn(Box<HideColumn>)
    case setColumn(Box<SetColumn>)
    case setSplit(Box<SetSplit>)
    case tapTab(Box<TapTab>)
    case selectTab(Box<SelectTab>)
    case setTabs(Box<SetTabs>)
    case setBadge(Box<SetBadge>)
    case tapTitle(Box<TapTitle>)
    case scroll(Box<Scroll>)
    case setPages(Box<SetPages>)
    case setTopTabs(Box<SetTopTabs>)
    case selectRow(Box<SelectRow>)
    case deselectRow(Box<DeselectRow>)
    case tapRow(Box<TapRow>)
    case present(Box<Present>)
    case dismiss(Box<Dismiss>)
    case swipeDown(Box<SwipeDown>)
    case tapOutside(Box<TapOutside>)
    case resize(Box<Resize>)
    case rotate(Box<Rotate>)
    case setMultitasking(Box<SetMultitasking>)
    case setDevice(Box<SetDevice>)
    case fold(Box<Fold>)
    case setTraits(Box<SetTraits>)
    case enterBackground(Box<EnterBackground>)
    case enterForeground(Box<EnterForeground>)
    case updateScreen(Box<UpdateScreen>)
    case removeItem(Box<RemoveItem>)
  }
}

extension Transition.Action {
  /// Calls the opener with the transition in the case.
  @inlinable
  package func open<Opener: TransitionOpener & ~Copyable>(
    _ opener: inout Opener, _ target: inout Opener.Target
  ) throws(Opener.Failure) -> Opener.Result {
    switch self {
    case .push(let box): try opener.open(box, { .push($0) }, &target)
    case .pop(let box): try opener.open(box, { .pop($0) }, &target)
    case .popTo(let box): try opener.open(box, { .popTo($0) }, &target)
    case .popToRoot(let box): try opener.open(box, { .popToRoot($0) }, &target)
    case .setStack(let box): try opener.open(box, { .setStack($0) }, &target)
    case .replaceTop(let box): try opener.open(box, { .replaceTop($0) }, &target)
    case .remove(let box): try opener.open(box, { .remove($0) }, &target)
    case .back(let box): try opener.open(box, { .back($0) }, &target)
    case .tapLeftBarButton(let box): try opener.open(box, { .tapLeftBarButton($0) }, &target)
    case .show(let box): try opener.open(box, { .show($0) }, &target)
    case .showDetail(let box): try opener.open(box, { .showDetail($0) }, &target)
    case .setDisplayMode(let box): try opener.open(box, { .setDisplayMode($0) }, &target)
    case .tapDisplayModeButton(let box): try opener.open(box, { .tapDisplayModeButton($0) }, &target)
    case .tapSecondaryOnlyButton(let box): try opener.open(box, { .tapSecondaryOnlyButton($0) }, &target)
    case .tapDimmedSecondary(let box): try opener.open(box, { .tapDimmedSecondary($0) }, &target)
    case .swipe(let box): try opener.open(box, { .swipe($0) }, &target)
    case .showColumn(let box): try opener.open(box, { .showColumn($0) }, &target)
    case .hideColumn(let box): try opener.open(box, { .hideColumn($0) }, &target)
    case .setColumn(let box): try opener.open(box, { .setColumn($0) }, &target)
    case .setSplit(let box): try opener.open(box, { .setSplit($0) }, &target)
    case .tapTab(let box): try opener.open(box, { .tapTab($0) }, &target)
    case .selectTab(let box): try opener.open(box, { .selectTab($0) }, &target)
    case .setBadge(let box): try opener.open(box, { .setBadge($0) }, &target)
    case .setTabs(let box): try opener.open(box, { .setTabs($0) }, &target)
    case .tapTitle(let box): try opener.open(box, { .tapTitle($0) }, &target)
    case .scroll(let box): try opener.open(box, { .scroll($0) }, &target)
    case .setPages(let box): try opener.open(box, { .setPages($0) }, &target)
    case .setTopTabs(let box): try opener.open(box, { .setTopTabs($0) }, &target)
    case .selectRow(let box): try opener.open(box, { .selectRow($0) }, &target)
    case .deselectRow(let box): try opener.open(box, { .deselectRow($0) }, &target)
    case .tapRow(let box): try opener.open(box, { .tapRow($0) }, &target)
    case .present(let box): try opener.open(box, { .present($0) }, &target)
    case .dismiss(let box): try opener.open(box, { .dismiss($0) }, &target)
    case .swipeDown(let box): try opener.open(box, { .swipeDown($0) }, &target)
    case .tapOutside(let box): try opener.open(box, { .tapOutside($0) }, &target)
    case .resize(let box): try opener.open(box, { .resize($0) }, &target)
    case .rotate(let box): try opener.open(box, { .rotate($0) }, &target)
    case .setMultitasking(let box): try opener.open(box, { .setMultitasking($0) }, &target)
    case .setDevice(let box): try opener.open(box, { .setDevice($0) }, &target)
    case .fold(let box): try opener.open(box, { .fold($0) }, &target)
    case .setTraits(let box): try opener.open(box, { .setTraits($0) }, &target)
    case .enterBackground(let box): try opener.open(box, { .enterBackground($0) }, &target)
    case .enterForeground(let box): try opener.open(box, { .enterForeground($0) }, &target)
    case .updateScreen(let box): try opener.open(box, { .updateScreen($0) }, &target)
    case .removeItem(let box): try opener.open(box, { .removeItem($0) }, &target)
    }
  }

  /// One of each kind, in the order of `openapi.yaml`: what a body's `type` may be.
  package static let examples: [Transition.Action] = [
    .push(.example),
    .pop(.example),
    .popTo(.example),
    .popToRoot(.example),
    .setStack(.example),
    .replaceTop(.example),
    .remove(.example),
    .back(.example),
    .tapLeftBarButton(.example),
    .show(.example),
    .showDetail(.example),
    .setDisplayMode(.example),
    .tapDisplayModeButton(.example),
    .tapSecondaryOnlyButton(.example),
    .tapDimmedSecondary(.example),
    .swipe(.example),
    .showColumn(.example),
    .hideColumn(.example),
    .setColumn(.example),
    .setSplit(.example),
    .tapTab(.example),
    .selectTab(.example),
    .setTabs(.example),
    .setBadge(.example),
    .tapTitle(.example),
    .scroll(.example),
    .setPages(.example),
    .setTopTabs(.example),
    .selectRow(.example),
    .deselectRow(.example),
    .tapRow(.example),
    .present(.example),
    .dismiss(.example),
    .swipeDown(.example),
    .tapOutside(.example),
    .resize(.example),
    .rotate(.example),
    .setMultitasking(.example),
    .setDevice(.example),
    .fold(.example),
    .setTraits(.example),
    .enterBackground(.example),
    .enterForeground(.example),
    .updateScreen(.example),
    .removeItem(.example),
  ]
}
