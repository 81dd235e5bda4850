#include "CReferenceServer.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const char node[] = {
#embed "node.js"
  , 0
};

static const char go[] = {
#embed "server.go"
  , 0
};

static const char database[] = {
#embed "database.sh"
  , 0
};

static const char inserts[] = {
#embed "inserts.sh"
  , 0
};

const char *benchmark_node_script(void) { return node; }
const char *benchmark_go_source(void) { return go; }
const char *benchmark_database_script(void) { return database; }
const char *benchmark_inserts_script(void) { return inserts; }
