#include "CInspector.h"
#include <string.h>

// As in COpenAPI: no time, and it notices when a file changes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char inspector_css[] = {
#embed "Page/inspector.css"
};
static const unsigned char picture_css[] = {
#embed "picture.css"
};
static const unsigned char icon_svg[] = {
#embed "Page/icon.svg"
};
static const unsigned char inspector_js[] = {
#embed "Page/inspector.js"
};

static const CInspectorFile files[] = {
    {"index.html", index_html, sizeof index_html},
    {"inspector.css", inspector_css, sizeof inspector_css},
    {"picture.css", picture_css, sizeof picture_css},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"inspector.js", inspector_js, sizeof inspector_js},
};

CInspectorFile cinspector_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i];
  }
  return (CInspectorFile){name, NULL, 0};
}
