#include "CInspector.h"

// #embed notices when a file changes, and takes no time.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char picture_css[] = {
#embed "picture.css"
};

CInspectorFile cinspector_picture_css(void) { return (CInspectorFile){picture_css, sizeof picture_css}; }
