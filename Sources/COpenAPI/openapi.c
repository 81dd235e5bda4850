#include "COpenAPI.h"

// #embed takes no time where an array literal of the same bytes in Swift takes half a minute, and it notices when the file changes.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char text[] = {
#embed "../../openapi.yaml"
};

static const unsigned char json[] = {
#embed "openapi.json"
};

static const unsigned char llms[] = {
#embed "llms.txt"
};

const unsigned char *copenapi_text(void) { return text; }
size_t copenapi_length(void) { return sizeof text; }
const unsigned char *copenapi_json(void) { return json; }
size_t copenapi_json_length(void) { return sizeof json; }
const unsigned char *copenapi_llms(void) { return llms; }
size_t copenapi_llms_length(void) { return sizeof llms; }
