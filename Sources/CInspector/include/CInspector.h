#pragma once
#include <stddef.h>

/// A file that the compiler takes in; its bytes are alive as long as the process.
typedef struct {
  const unsigned char *bytes;
  size_t length;
} CInspectorFile;

/// The stylesheet of pictures, alone and in the page.
CInspectorFile cinspector_picture_css(void);
