#pragma once
#include <stddef.h>

/// The bytes of `openapi.yaml`, which the compiler takes in; alive as long as the process.
const unsigned char *copenapi_text(void);
/// How many they are.
size_t copenapi_length(void);

/// The same as JSON, `openapi.json` beside this.
const unsigned char *copenapi_json(void);
/// How many bytes that has.
size_t copenapi_json_length(void);

/// The bytes of `llms.txt`, the interface for a language model.
const unsigned char *copenapi_llms(void);
/// How many they are.
size_t copenapi_llms_length(void);
