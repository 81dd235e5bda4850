#include "CPictureStyle.h"

// As in COpenAPI: no time, and it notices when the file changes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char text[] = {
#embed "picture.css"
};

const unsigned char *cpicturestyle_text(void) { return text; }
long cpicturestyle_length(void) { return sizeof text; }
