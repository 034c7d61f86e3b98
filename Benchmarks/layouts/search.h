// A set of all 12-byte windows of some texts, to be looked for in files.
#ifndef SEARCH_H
#define SEARCH_H

#include <stddef.h>
#include <stdint.h>

enum { WINDOW = 12 };

typedef struct {
  char *bytes;  // every added text, one after the other
  size_t used, room;
  uint32_t *slots;  // 1 + offset of a window in `bytes`, 0 when empty
  size_t slot_count, windows;
} Search;

typedef struct {
  long total;
  long table_leaf, index_leaf, interior, other;  // by the kind of page the window starts in
} Hits;

void search_add(Search *search, const char *text, size_t length);
void search_prepare(Search *search);  // after the last add, before the first search
int search_file(const Search *search, const char *path, Hits *hits);  // 0 when there is no file
void search_free(Search *search);

#endif
