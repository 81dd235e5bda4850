#include "CInspector.h"
#include <string.h>

// As in COpenAPI: no time, and it notices when a file changes. A text ends with a zero that is not one of its bytes.
#pragma clang diagnostic ignored "-Wc23-extensions"
#define FILE(name) {name, (const unsigned char[]){
#define END , 0}},

static const struct {
  const char *name;
  const unsigned char *text;
} files[] = {
FILE("index.html")
#embed "Page/index.html"
END
FILE("inspector.css")
#embed "Page/inspector.css"
END
FILE("icon.svg")
#embed "Page/icon.svg"
END
FILE("api.js")
#embed "Page/api.js"
END
FILE("beside.js")
#embed "Page/beside.js"
END
FILE("callbacks.js")
#embed "Page/callbacks.js"
END
FILE("controls.js")
#embed "Page/controls.js"
END
FILE("create.js")
#embed "Page/create.js"
END
FILE("design.js")
#embed "Page/design.js"
END
FILE("edge.js")
#embed "Page/edge.js"
END
FILE("element.js")
#embed "Page/element.js"
END
FILE("events.js")
#embed "Page/events.js"
END
FILE("examples.js")
#embed "Page/examples.js"
END
FILE("explore.js")
#embed "Page/explore.js"
END
FILE("export.js")
#embed "Page/export.js"
END
FILE("form.js")
#embed "Page/form.js"
END
FILE("happened.js")
#embed "Page/happened.js"
END
FILE("history.js")
#embed "Page/history.js"
END
FILE("listing.js")
#embed "Page/listing.js"
END
FILE("look.js")
#embed "Page/look.js"
END
FILE("main.js")
#embed "Page/main.js"
END
FILE("positions.js")
#embed "Page/positions.js"
END
FILE("send.js")
#embed "Page/send.js"
END
FILE("session.js")
#embed "Page/session.js"
END
FILE("sessions.js")
#embed "Page/sessions.js"
END
FILE("stage.js")
#embed "Page/stage.js"
END
FILE("state.js")
#embed "Page/state.js"
END
FILE("thumbnail.js")
#embed "Page/thumbnail.js"
END
FILE("timeline.js")
#embed "Page/timeline.js"
END
FILE("tree.js")
#embed "Page/tree.js"
END
FILE("try.js")
#embed "Page/try.js"
END
FILE("page.css")
#embed "Page/page.css"
END
FILE("docs.html")
#embed "Page/docs.html"
END
FILE("docs.css")
#embed "Page/docs.css"
END
FILE("contract.js")
#embed "Page/contract.js"
END
FILE("docs.js")
#embed "Page/docs.js"
END
FILE("operation.js")
#embed "Page/operation.js"
END
FILE("schema.js")
#embed "Page/schema.js"
END
FILE("words.js")
#embed "Page/words.js"
END
};

CInspectorFile cinspector_file(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    const char *text = (const char *)files[i].text;
    if (strcmp(files[i].name, name) == 0) return (CInspectorFile){name, files[i].text, strlen(text)};
  }
  return (CInspectorFile){name, NULL, 0};
}
