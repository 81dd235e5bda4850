#pragma once
#include <stddef.h>

/// The bytes of `openapi.yaml`, which the compiler takes in; alive as long as the process.
const unsigned char *copenapi_text(void);
/// How many they are.
size_t copenapi_length(void);
