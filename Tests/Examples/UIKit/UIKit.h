@import Foundation;
#pragma clang assume_nonnull begin
@class UIViewController, UIView, UIWindow, UITouch, UIWindowScene;
typedef NS_ENUM(NSInteger, UIUserInterfaceSizeClass) {
  UIUserInterfaceSizeClassUnspecified, UIUserInterfaceSizeClassCompact, UIUserInterfaceSizeClassRegular };
typedef NS_ENUM(NSInteger, UIUserInterfaceIdiom) { UIUserInterfaceIdiomPhone, UIUserInterfaceIdiomPad };
typedef NS_ENUM(NSInteger, UIModalPresentationStyle) {
  UIModalPresentationFullScreen, UIModalPresentationPageSheet, UIModalPresentationFormSheet,
  UIModalPresentationCurrentContext, UIModalPresentationCustom, UIModalPresentationOverFullScreen,
  UIModalPresentationOverCurrentContext, UIModalPresentationPopover, UIModalPresentationNone = -1,
  UIModalPresentationAutomatic = -2 };
typedef NS_OPTIONS(NSUInteger, UIInterfaceOrientationMask) {
  UIInterfaceOrientationMaskPortrait = 2, UIInterfaceOrientationMaskLandscape = 24, UIInterfaceOrientationMaskAll = 30 };
typedef NS_ENUM(NSInteger, UIDeviceOrientation) {
  UIDeviceOrientationUnknown, UIDeviceOrientationPortrait, UIDeviceOrientationPortraitUpsideDown,
  UIDeviceOrientationLandscapeLeft, UIDeviceOrientationLandscapeRight };
@interface UITraitCollection : NSObject
@property (nonatomic, readonly) UIUserInterfaceSizeClass horizontalSizeClass, verticalSizeClass;
@end
NS_SWIFT_UI_ACTOR @interface UIDevice : NSObject
@property (class, nonatomic, readonly) UIDevice *currentDevice NS_SWIFT_NAME(current);
@property (nonatomic, readonly) NSString *systemVersion;
@property (nonatomic, readonly) UIUserInterfaceIdiom userInterfaceIdiom;
@end
NS_SWIFT_UI_ACTOR @interface UIScreen : NSObject
@property (nonatomic, readonly) CGRect bounds;
@end
NS_SWIFT_UI_ACTOR @interface UIResponder : NSObject
@property (nonatomic, readonly, nullable) UIResponder *nextResponder NS_SWIFT_NAME(next);
@end
NS_SWIFT_UI_ACTOR @interface UIApplication : UIResponder
@end
@protocol UIGestureRecognizerDelegate;
NS_SWIFT_UI_ACTOR @interface UIGestureRecognizer : NSObject
- (instancetype)initWithTarget:(nullable id)target action:(nullable SEL)action;
@property (nullable, nonatomic, weak) id<UIGestureRecognizerDelegate> delegate;
@end
NS_SWIFT_UI_ACTOR @protocol UIGestureRecognizerDelegate <NSObject>
@optional
- (BOOL)gestureRecognizer:(UIGestureRecognizer *)recognizer shouldReceiveTouch:(UITouch *)touch
  NS_SWIFT_NAME(gestureRecognizer(_:shouldReceive:));
@end
NS_SWIFT_UI_ACTOR @interface UITouch : NSObject
@property (nullable, nonatomic, readonly) UIView *view;
@end
NS_SWIFT_UI_ACTOR @interface UIView : UIResponder
- (instancetype)initWithFrame:(CGRect)frame;
@property (nonatomic) CGRect frame, bounds;
@property (nullable, nonatomic, copy) NSString *accessibilityIdentifier;
@property (nonatomic, getter=isHidden) BOOL hidden;
@property (nonatomic, readonly) UITraitCollection *traitCollection;
- (void)addSubview:(UIView *)view;
- (void)addGestureRecognizer:(UIGestureRecognizer *)recognizer NS_SWIFT_NAME(addGestureRecognizer(_:));
- (void)layoutIfNeeded;
@end
NS_SWIFT_UI_ACTOR @interface UILabel : UIView
@property (nullable, nonatomic, copy) NSString *text;
@end
NS_SWIFT_UI_ACTOR @interface UIAction : NSObject
@end
typedef NS_ENUM(NSInteger, UIButtonType) { UIButtonTypeCustom, UIButtonTypeSystem } NS_SWIFT_NAME(UIButton.ButtonType);
NS_SWIFT_UI_ACTOR @interface UIButton : UIView
+ (instancetype)buttonWithType:(UIButtonType)type primaryAction:(nullable UIAction *)action
  NS_SWIFT_NAME(init(type:primaryAction:));
@end
typedef CGFloat UIWindowLevel __attribute__((swift_newtype(struct))) NS_SWIFT_NAME(UIWindow.Level);
extern const UIWindowLevel UIWindowLevelAlert NS_SWIFT_NAME(UIWindowLevel.alert);
NS_SWIFT_UI_ACTOR @interface UIWindow : UIView
@property (nullable, nonatomic) UIViewController *rootViewController;
@property (nullable, nonatomic, weak) UIWindowScene *windowScene;
@property (nonatomic) UIWindowLevel windowLevel;
@property (nonatomic, readonly) UIScreen *screen;
@end
NS_SWIFT_UI_ACTOR @interface UIWindowScene : UIResponder
@end
NS_SWIFT_UI_ACTOR @interface UITabBarItem : NSObject
@property (nullable, nonatomic, copy) NSString *title;
@end
NS_SWIFT_UI_ACTOR @interface UINavigationItem : NSObject
@property (nullable, nonatomic, copy) NSString *title;
@end
NS_SWIFT_UI_ACTOR @protocol UIViewControllerTransitionCoordinator <NSObject>
@end
@protocol UIAdaptivePresentationControllerDelegate;
NS_SWIFT_UI_ACTOR @interface UIPresentationController : NSObject
@property (nullable, nonatomic, weak) id<UIAdaptivePresentationControllerDelegate> delegate;
@end
NS_SWIFT_UI_ACTOR @interface UISheetPresentationController : UIPresentationController
@end
@class UISplitViewController;
NS_SWIFT_UI_ACTOR @interface UIViewController : UIResponder
@property (null_unspecified, nonatomic) UIView *view;
@property (nullable, nonatomic, readonly) UIView *viewIfLoaded;
@property (nullable, nonatomic, copy) NSString *title;
@property (nullable, nonatomic, readonly, weak) UIViewController *parentViewController NS_SWIFT_NAME(parent);
@property (nonatomic, readonly) NSArray<UIViewController *> *childViewControllers NS_SWIFT_NAME(children);
@property (nullable, nonatomic, readonly) UIViewController *presentedViewController NS_SWIFT_NAME(presentedViewController);
@property (nullable, nonatomic, readonly) UIViewController *presentingViewController NS_SWIFT_NAME(presentingViewController);
@property (nullable, nonatomic, readonly) UIPresentationController *presentationController;
@property (nullable, nonatomic, readonly) UISplitViewController *splitViewController;
@property (nonatomic, readonly) UINavigationItem *navigationItem;
@property (null_unspecified, nonatomic) UITabBarItem *tabBarItem;
@property (nonatomic) UIModalPresentationStyle modalPresentationStyle;
@property (nonatomic, getter=isModalInPresentation) BOOL modalInPresentation;
@property (nonatomic) BOOL hidesBottomBarWhenPushed;
- (void)viewWillAppear:(BOOL)animated;
- (void)viewDidAppear:(BOOL)animated;
- (void)viewWillDisappear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
- (void)didMoveToParentViewController:(nullable UIViewController *)parent NS_SWIFT_NAME(didMove(toParent:));
- (void)viewWillTransitionToSize:(CGSize)size withTransitionCoordinator:(id<UIViewControllerTransitionCoordinator>)other
  NS_SWIFT_NAME(viewWillTransition(to:with:));
- (void)presentViewController:(UIViewController *)controller animated:(BOOL)flag completion:(void (^ _Nullable)(void))block
  NS_SWIFT_NAME(present(_:animated:completion:));
@end
NS_SWIFT_UI_ACTOR @interface UIAlertController : UIViewController
@end
NS_SWIFT_UI_ACTOR @interface UISearchController : UIViewController
@end
NS_SWIFT_UI_ACTOR @interface UIActivityViewController : UIViewController
@end
@protocol UINavigationControllerDelegate, UITabBarControllerDelegate, UISplitViewControllerDelegate;
NS_SWIFT_UI_ACTOR @interface UINavigationController : UIViewController
@property (nonatomic, copy) NSArray<UIViewController *> *viewControllers;
@property (nullable, nonatomic, readonly) UIViewController *topViewController;
@property (nonatomic, getter=isNavigationBarHidden) BOOL navigationBarHidden;
@property (nullable, nonatomic, weak) id<UINavigationControllerDelegate> delegate;
@end
NS_SWIFT_UI_ACTOR @interface UITab : NSObject
@property (nonatomic, copy) NSString *title;
@property (nullable, nonatomic, readonly) UIViewController *viewController;
@end
NS_SWIFT_UI_ACTOR @interface UITabBarController : UIViewController
@property (nullable, nonatomic, copy) NSArray<UIViewController *> *viewControllers;
@property (nullable, nonatomic) UIViewController *selectedViewController;
@property (nonatomic, copy) NSArray<UITab *> *tabs;
@property (nullable, nonatomic, weak) id<UITabBarControllerDelegate> delegate;
@end
typedef NS_ENUM(NSInteger, UISplitViewControllerStyle) {
  UISplitViewControllerStyleUnspecified, UISplitViewControllerStyleDoubleColumn, UISplitViewControllerStyleTripleColumn
} NS_SWIFT_NAME(UISplitViewController.Style);
typedef NS_ENUM(NSInteger, UISplitViewControllerColumn) {
  UISplitViewControllerColumnPrimary, UISplitViewControllerColumnSupplementary, UISplitViewControllerColumnSecondary,
  UISplitViewControllerColumnCompact, UISplitViewControllerColumnInspector } NS_SWIFT_NAME(UISplitViewController.Column);
typedef NS_ENUM(NSInteger, UISplitViewControllerDisplayMode) {
  UISplitViewControllerDisplayModeAutomatic, UISplitViewControllerDisplayModeSecondaryOnly
} NS_SWIFT_NAME(UISplitViewController.DisplayMode);
typedef NS_ENUM(NSInteger, UISplitViewControllerSplitBehavior) { UISplitViewControllerSplitBehaviorAutomatic
} NS_SWIFT_NAME(UISplitViewController.SplitBehavior);
typedef NS_ENUM(NSInteger, UISplitViewControllerDisplayModeButtonVisibility) {
  UISplitViewControllerDisplayModeButtonVisibilityAutomatic
} NS_SWIFT_NAME(UISplitViewController.DisplayModeButtonVisibility);
typedef NS_ENUM(NSInteger, UISplitViewControllerPrimaryEdge) {
  UISplitViewControllerPrimaryEdgeLeading, UISplitViewControllerPrimaryEdgeTrailing
} NS_SWIFT_NAME(UISplitViewController.PrimaryEdge);
NS_SWIFT_UI_ACTOR @interface UISplitViewController : UIViewController
@property (class, nonatomic, readonly) CGFloat automaticDimension;
@property (nonatomic, readonly) UISplitViewControllerStyle style;
@property (nonatomic, readonly, getter=isCollapsed) BOOL collapsed;
@property (nullable, nonatomic, weak) id<UISplitViewControllerDelegate> delegate;
@property (nonatomic, copy) NSArray<UIViewController *> *viewControllers;
- (nullable UIViewController *)viewControllerForColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(viewController(for:));
@property (nonatomic) BOOL presentsWithGesture, showsSecondaryOnlyButton;
@property (nonatomic) UISplitViewControllerDisplayMode preferredDisplayMode;
@property (nonatomic) UISplitViewControllerSplitBehavior preferredSplitBehavior;
@property (nonatomic) UISplitViewControllerDisplayModeButtonVisibility displayModeButtonVisibility;
@property (nonatomic) UISplitViewControllerPrimaryEdge primaryEdge;
@property (nonatomic) CGFloat preferredPrimaryColumnWidth, preferredPrimaryColumnWidthFraction;
@property (nonatomic) CGFloat minimumPrimaryColumnWidth, maximumPrimaryColumnWidth, minimumSecondaryColumnWidth;
@property (nonatomic) CGFloat preferredSupplementaryColumnWidth, preferredSupplementaryColumnWidthFraction;
@property (nonatomic) CGFloat minimumSupplementaryColumnWidth, maximumSupplementaryColumnWidth;
@end
// The methods of delegates, each with its Swift name: they are those that a session's events name.
NS_SWIFT_UI_ACTOR @protocol UISplitViewControllerDelegate <NSObject>
@optional
- (BOOL)splitViewController:(UISplitViewController *)split showDetailViewController:(UIViewController *)controller
  sender:(nullable id)sender NS_SWIFT_NAME(splitViewController(_:showDetail:sender:));
- (BOOL)splitViewController:(UISplitViewController *)split showViewController:(UIViewController *)controller
  sender:(nullable id)sender NS_SWIFT_NAME(splitViewController(_:show:sender:));
- (nullable UIViewController *)primaryViewControllerForCollapsingSplitViewController:(UISplitViewController *)split
  NS_SWIFT_NAME(primaryViewController(forCollapsing:));
- (nullable UIViewController *)primaryViewControllerForExpandingSplitViewController:(UISplitViewController *)split
  NS_SWIFT_NAME(primaryViewController(forExpanding:));
- (BOOL)splitViewController:(UISplitViewController *)split collapseSecondaryViewController:(UIViewController *)secondary
  ontoPrimaryViewController:(UIViewController *)primary NS_SWIFT_NAME(splitViewController(_:collapseSecondary:onto:));
- (nullable UIViewController *)splitViewController:(UISplitViewController *)split
  separateSecondaryViewControllerFromPrimaryViewController:(UIViewController *)primary
  NS_SWIFT_NAME(splitViewController(_:separateSecondaryFrom:));
- (UISplitViewControllerColumn)splitViewController:(UISplitViewController *)split
  topColumnForCollapsingToProposedTopColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(splitViewController(_:topColumnForCollapsingToProposedTopColumn:));
- (UISplitViewControllerDisplayMode)splitViewController:(UISplitViewController *)split
  displayModeForExpandingToProposedDisplayMode:(UISplitViewControllerDisplayMode)mode
  NS_SWIFT_NAME(splitViewController(_:displayModeForExpandingToProposedDisplayMode:));
- (UISplitViewControllerDisplayMode)targetDisplayModeForActionInSplitViewController:(UISplitViewController *)split
  NS_SWIFT_NAME(targetDisplayModeForAction(in:));
- (UIInterfaceOrientationMask)splitViewControllerSupportedInterfaceOrientations:(UISplitViewController *)split
  NS_SWIFT_NAME(splitViewControllerSupportedInterfaceOrientations(_:));
- (void)splitViewController:(UISplitViewController *)split willChangeToDisplayMode:(UISplitViewControllerDisplayMode)mode
  NS_SWIFT_NAME(splitViewController(_:willChangeTo:));
- (void)splitViewController:(UISplitViewController *)split willShowColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(splitViewController(_:willShow:));
- (void)splitViewController:(UISplitViewController *)split willHideColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(splitViewController(_:willHide:));
- (void)splitViewController:(UISplitViewController *)split didShowColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(splitViewController(_:didShow:));
- (void)splitViewController:(UISplitViewController *)split didHideColumn:(UISplitViewControllerColumn)column
  NS_SWIFT_NAME(splitViewController(_:didHide:));
- (void)splitViewControllerDidCollapse:(UISplitViewController *)split NS_SWIFT_NAME(splitViewControllerDidCollapse(_:));
- (void)splitViewControllerDidExpand:(UISplitViewController *)split NS_SWIFT_NAME(splitViewControllerDidExpand(_:));
- (void)splitViewControllerInteractivePresentationGestureWillBegin:(UISplitViewController *)split
  NS_SWIFT_NAME(splitViewControllerInteractivePresentationGestureWillBegin(_:));
- (void)splitViewControllerInteractivePresentationGestureDidEnd:(UISplitViewController *)split
  NS_SWIFT_NAME(splitViewControllerInteractivePresentationGestureDidEnd(_:));
@end
NS_SWIFT_UI_ACTOR @protocol UITabBarControllerDelegate <NSObject>
@optional
- (BOOL)tabBarController:(UITabBarController *)tabBar shouldSelectViewController:(UIViewController *)controller
  NS_SWIFT_NAME(tabBarController(_:shouldSelect:));
- (void)tabBarController:(UITabBarController *)tabBar didSelectViewController:(UIViewController *)controller
  NS_SWIFT_NAME(tabBarController(_:didSelect:));
@end
NS_SWIFT_UI_ACTOR @protocol UINavigationControllerDelegate <NSObject>
@optional
- (void)navigationController:(UINavigationController *)stack willShowViewController:(UIViewController *)controller
  animated:(BOOL)animated NS_SWIFT_NAME(navigationController(_:willShow:animated:));
- (void)navigationController:(UINavigationController *)stack didShowViewController:(UIViewController *)controller
  animated:(BOOL)animated NS_SWIFT_NAME(navigationController(_:didShow:animated:));
@end
NS_SWIFT_UI_ACTOR @protocol UIAdaptivePresentationControllerDelegate <NSObject>
@optional
- (UIModalPresentationStyle)adaptivePresentationStyleForPresentationController:(UIPresentationController *)presentation
  traitCollection:(UITraitCollection *)traits NS_SWIFT_NAME(adaptivePresentationStyle(for:traitCollection:));
- (BOOL)presentationControllerShouldDismiss:(UIPresentationController *)presentation
  NS_SWIFT_NAME(presentationControllerShouldDismiss(_:));
- (void)presentationControllerWillDismiss:(UIPresentationController *)presentation
  NS_SWIFT_NAME(presentationControllerWillDismiss(_:));
- (void)presentationControllerDidDismiss:(UIPresentationController *)presentation
  NS_SWIFT_NAME(presentationControllerDidDismiss(_:));
- (void)presentationControllerDidAttemptToDismiss:(UIPresentationController *)presentation
  NS_SWIFT_NAME(presentationControllerDidAttemptToDismiss(_:));
@end
NS_SWIFT_UI_ACTOR @protocol UISheetPresentationControllerDelegate <UIAdaptivePresentationControllerDelegate>
@optional
- (void)sheetPresentationControllerDidChangeSelectedDetentIdentifier:(UISheetPresentationController *)sheet
  NS_SWIFT_NAME(sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:));
@end
#pragma clang assume_nonnull end
