#include "CReferenceServer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char node[] = {
#embed "node.js"
  , 0
};

static const char usage[] = {
#embed "../navigation-bench/usage.txt"
  , 0
};

const char *benchmark_node_script(void) { return node; }
const char *benchmark_usage(void) { return usage; }
