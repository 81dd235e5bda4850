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
static const unsigned char api_js[] = {
#embed "Page/api.js"
};
static const unsigned char callbacks_js[] = {
#embed "Page/callbacks.js"
};
static const unsigned char changes_js[] = {
#embed "Page/changes.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char create_js[] = {
#embed "Page/create.js"
};
static const unsigned char curl_js[] = {
#embed "Page/curl.js"
};
static const unsigned char edge_js[] = {
#embed "Page/edge.js"
};
static const unsigned char element_js[] = {
#embed "Page/element.js"
};
static const unsigned char events_js[] = {
#embed "Page/events.js"
};
static const unsigned char examples_js[] = {
#embed "Page/examples.js"
};
static const unsigned char export_js[] = {
#embed "Page/export.js"
};
static const unsigned char happened_js[] = {
#embed "Page/happened.js"
};
static const unsigned char history_js[] = {
#embed "Page/history.js"
};
static const unsigned char key_js[] = {
#embed "Page/key.js"
};
static const unsigned char listing_js[] = {
#embed "Page/listing.js"
};
static const unsigned char look_js[] = {
#embed "Page/look.js"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char play_js[] = {
#embed "Page/play.js"
};
static const unsigned char send_js[] = {
#embed "Page/send.js"
};
static const unsigned char session_js[] = {
#embed "Page/session.js"
};
static const unsigned char sessions_js[] = {
#embed "Page/sessions.js"
};
static const unsigned char stage_js[] = {
#embed "Page/stage.js"
};
static const unsigned char state_js[] = {
#embed "Page/state.js"
};
static const unsigned char thumbnail_js[] = {
#embed "Page/thumbnail.js"
};
static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};
static const unsigned char transitions_js[] = {
#embed "Page/transitions.js"
};
static const unsigned char tree_js[] = {
#embed "Page/tree.js"
};
static const unsigned char page_css[] = {
#embed "Page/page.css"
};
static const unsigned char docs_html[] = {
#embed "Page/docs.html"
};
static const unsigned char docs_css[] = {
#embed "Page/docs.css"
};
static const unsigned char contract_js[] = {
#embed "Page/contract.js"
};
static const unsigned char docs_js[] = {
#embed "Page/docs.js"
};
static const unsigned char operation_js[] = {
#embed "Page/operation.js"
};
static const unsigned char prose_js[] = {
#embed "Page/prose.js"
};
static const unsigned char schema_js[] = {
#embed "Page/schema.js"
};
static const unsigned char words_js[] = {
#embed "Page/words.js"
};

static const CInspectorFile files[] = {
    {"index.html", index_html, sizeof index_html},
    {"inspector.css", inspector_css, sizeof inspector_css},
    {"picture.css", picture_css, sizeof picture_css},
    {"icon.svg", icon_svg, sizeof icon_svg},
    {"api.js", api_js, sizeof api_js},
    {"callbacks.js", callbacks_js, sizeof callbacks_js},
    {"changes.js", changes_js, sizeof changes_js},
    {"controls.js", controls_js, sizeof controls_js},
    {"create.js", create_js, sizeof create_js},
    {"curl.js", curl_js, sizeof curl_js},
    {"edge.js", edge_js, sizeof edge_js},
    {"element.js", element_js, sizeof element_js},
    {"events.js", events_js, sizeof events_js},
    {"examples.js", examples_js, sizeof examples_js},
    {"export.js", export_js, sizeof export_js},
    {"happened.js", happened_js, sizeof happened_js},
    {"history.js", history_js, sizeof history_js},
    {"key.js", key_js, sizeof key_js},
    {"listing.js", listing_js, sizeof listing_js},
    {"look.js", look_js, sizeof look_js},
    {"main.js", main_js, sizeof main_js},
    {"play.js", play_js, sizeof play_js},
    {"send.js", send_js, sizeof send_js},
    {"session.js", session_js, sizeof session_js},
    {"sessions.js", sessions_js, sizeof sessions_js},
    {"stage.js", stage_js, sizeof stage_js},
    {"state.js", state_js, sizeof state_js},
    {"thumbnail.js", thumbnail_js, sizeof thumbnail_js},
    {"timeline.js", timeline_js, sizeof timeline_js},
    {"transitions.js", transitions_js, sizeof transitions_js},
    {"tree.js", tree_js, sizeof tree_js},
    {"page.css", page_css, sizeof page_css},
    {"docs.html", docs_html, sizeof docs_html},
    {"docs.css", docs_css, sizeof docs_css},
    {"contract.js", contract_js, sizeof contract_js},
    {"docs.js", docs_js, sizeof docs_js},
    {"operation.js", operation_js, sizeof operation_js},
    {"prose.js", prose_js, sizeof prose_js},
    {"schema.js", schema_js, sizeof schema_js},
    {"words.js", words_js, sizeof words_js},
};

CInspectorFile cinspector_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i];
  }
  return (CInspectorFile){name, NULL, 0};
}
