@import ObjectiveC;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
typedef struct { CGFloat dx, dy; } CGVector;
#pragma clang assume_nonnull begin
__attribute__((swift_bridge("Swift.String"))) @interface NSString : NSObject
@end
__attribute__((swift_bridge("Swift.Array"))) @interface NSArray<__covariant ObjectType> : NSObject
@end
__attribute__((swift_bridge("Foundation.URL"))) @interface NSURL : NSObject
@end
#pragma clang assume_nonnull end
