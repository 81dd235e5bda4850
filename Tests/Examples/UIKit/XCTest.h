@import Foundation;
@import UIKit;
#pragma clang assume_nonnull begin
typedef double NSTimeInterval NS_SWIFT_NAME(TimeInterval);
typedef NS_ENUM(NSUInteger, XCUIElementType) {
  XCUIElementTypeAny, XCUIElementTypeOther, XCUIElementTypeButton = 9 } NS_SWIFT_NAME(XCUIElement.ElementType);
@class XCUIElement, XCUIElementQuery, XCUICoordinate;
@interface XCTestCase : NSObject
@property (nonatomic) BOOL continueAfterFailure;
- (void)setUp;
@end
NS_SWIFT_UI_ACTOR @protocol XCUIElementTypeQueryProvider
@property (readonly, copy) XCUIElementQuery *buttons, *tabBars, *navigationBars, *staticTexts, *otherElements, *windows;
@property (readonly, copy) XCUIElementQuery *cells, *sheets, *alerts, *scrollViews;
@property (readonly) XCUIElement *firstMatch;
@end
NS_SWIFT_UI_ACTOR @interface XCUIElement : NSObject <XCUIElementTypeQueryProvider>
@property (readonly) BOOL exists;
@property (readonly, getter=isHittable) BOOL hittable;
@property (readonly) CGRect frame;
@property (readonly) NSString *label, *identifier;
- (XCUIElementQuery *)descendantsMatchingType:(XCUIElementType)type NS_SWIFT_NAME(descendants(matching:));
- (BOOL)waitForExistenceWithTimeout:(NSTimeInterval)timeout NS_SWIFT_NAME(waitForExistence(timeout:));
- (XCUICoordinate *)coordinateWithNormalizedOffset:(CGVector)offset NS_SWIFT_NAME(coordinate(withNormalizedOffset:));
- (void)tap;
@end
NS_SWIFT_UI_ACTOR @interface XCUIElementQuery : NSObject <XCUIElementTypeQueryProvider>
@property (readonly) NSUInteger count;
@property (readonly) XCUIElement *element;
@property (readonly, copy) NSArray<XCUIElement *> *allElementsBoundByIndex;
- (XCUIElementQuery *)matchingIdentifier:(NSString *)identifier NS_SWIFT_NAME(matching(identifier:));
- (XCUIElement *)elementBoundByIndex:(NSUInteger)index NS_SWIFT_NAME(element(boundBy:));
- (XCUIElement *)objectForKeyedSubscript:(NSString *)key;
@end
NS_SWIFT_UI_ACTOR @interface XCUICoordinate : NSObject
- (void)tap;
- (void)pressForDuration:(NSTimeInterval)duration thenDragToCoordinate:(XCUICoordinate *)other
  NS_SWIFT_NAME(press(forDuration:thenDragTo:));
@end
NS_SWIFT_UI_ACTOR @interface XCUIApplication : XCUIElement
- (instancetype)init;
- (void)launch;
- (void)activate;
- (void)terminate;
- (void)openURL:(NSURL *)url NS_SWIFT_NAME(open(_:));
@property (nonatomic, copy) NSArray<NSString *> *launchArguments;
@end
typedef NS_ENUM(NSInteger, XCUIDeviceButton) { XCUIDeviceButtonHome = 1 } NS_SWIFT_NAME(XCUIDevice.Button);
NS_SWIFT_UI_ACTOR @interface XCUIDevice : NSObject
@property (class, readonly) XCUIDevice *sharedDevice NS_SWIFT_NAME(shared);
@property (nonatomic) UIDeviceOrientation orientation;
- (void)pressButton:(XCUIDeviceButton)button NS_SWIFT_NAME(press(_:));
@end
#pragma clang assume_nonnull end
