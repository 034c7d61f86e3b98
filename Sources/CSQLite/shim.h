#ifndef FORMDRAFTS_CSQLITE_SHIM_H
#define FORMDRAFTS_CSQLITE_SHIM_H
#include <sqlite3.h>
#endif
