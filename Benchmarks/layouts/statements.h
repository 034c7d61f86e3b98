#ifndef STATEMENTS_H
#define STATEMENTS_H

#include "store.h"

const char *schema_draft(void);
const char *schema_field(Variant variant);
const char *statement_sql(Variant variant, Statement statement);

#endif
