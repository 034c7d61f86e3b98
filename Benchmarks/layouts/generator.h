// Pseudo-random texts and field names: the same sequence on every machine for one seed.
#ifndef GENERATOR_H
#define GENERATOR_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t state;
} Rng;

// One value as the store would hold it: JSON text, and a checksum to be kept beside it.
typedef struct {
  char *text;
  int length;
  int64_t sum;
} Value;

Rng rng_seeded(uint64_t seed);
uint32_t rng_next(Rng *rng);
int rng_below(Rng *rng, int bound);
int64_t rng_sum(Rng *rng);

// Writes `length` letters of a 64-letter alphabet (6 bits of entropy each), no terminator.
void fill_text(Rng *rng, char *out, int length);
Value make_value(Rng *rng, int shortest, int longest);
// Writes the pointer (RFC 6901) of leaf `index`; alphabetical order is not the form's order.
int make_path(char *out, size_t room, int index);

#endif
