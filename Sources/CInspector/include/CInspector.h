#pragma once
#include <stddef.h>

/// A file that the compiler takes in; its bytes are alive as long as the process.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} CInspectorFile;

/// The file of this name; without bytes where there is none.
CInspectorFile cinspector_file(const char *name);
