#pragma once

// Plain types, so that it needs no header of a system.

/// The bytes of `picture.css`, which the compiler takes in; alive as long as the process.
const unsigned char *cpicturestyle_text(void);
/// How many they are.
long cpicturestyle_length(void);
