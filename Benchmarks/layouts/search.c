#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_BYTES = 4096, SEPARATOR = 1 };

static uint64_t hash_window(const char *window) {
  uint64_t head;
  uint32_t tail;
  memcpy(&head, window, 8);
  memcpy(&tail, window + 8, 4);
  uint64_t mixed = (head ^ ((uint64_t)tail << 17)) * 0x9FB21C651E98DF25u;
  return mixed ^ (mixed >> 29);
}

// Texts are parted by a byte that no text holds, so that no window crosses from one to the next.
void search_add(Search *search, const char *text, size_t length) {
  if (search->used + length + 1 > search->room) {
    search->room = (search->used + length + 1) * 2;
    search->bytes = realloc(search->bytes, search->room);
    if (!search->bytes) abort();
  }
  memcpy(search->bytes + search->used, text, length);
  search->used += length;
  search->bytes[search->used++] = SEPARATOR;
}

static size_t find(const Search *search, const char *window) {
  size_t mask = search->slot_count - 1, slot = hash_window(window) & mask;
  while (search->slots[slot] &&
         memcmp(search->bytes + search->slots[slot] - 1, window, WINDOW) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

void search_prepare(Search *search) {
  search->slot_count = 1024;
  while (search->slot_count < search->used * 2) search->slot_count *= 2;
  search->slots = calloc(search->slot_count, sizeof *search->slots);
  if (!search->slots) abort();
  for (size_t i = 0; i + WINDOW <= search->used; i++) {
    if (memchr(search->bytes + i, SEPARATOR, WINDOW)) continue;
    size_t slot = find(search, search->bytes + i);
    search->windows += !search->slots[slot];
    search->slots[slot] = (uint32_t)i + 1;
  }
}

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*length + 1);
  if (!bytes || fread(bytes, 1, *length, file) != *length) abort();
  fclose(file);
  return bytes;
}

// The first byte of a b-tree page names its kind (file format, 1.6); page 1 starts 100 bytes in.
static void count_hit(const char *bytes, size_t offset, Hits *hits) {
  size_t page = offset / PAGE_BYTES;
  hits->total++;
  switch (bytes[page ? page * PAGE_BYTES : 100]) {
    case 0x0d: hits->table_leaf++; break;
    case 0x0a: hits->index_leaf++; break;
    case 0x02: case 0x05: hits->interior++; break;
    default: hits->other++;
  }
}

int search_file(const Search *search, const char *path, Hits *hits) {
  size_t length = 0;
  char *bytes = read_file(path, &length);
  if (!bytes) return 0;
  for (size_t i = 0; i + WINDOW <= length; i++)
    if (search->slots[find(search, bytes + i)]) count_hit(bytes, i, hits);
  free(bytes);
  return 1;
}

void search_free(Search *search) {
  free(search->bytes);
  free(search->slots);
  memset(search, 0, sizeof *search);
}
