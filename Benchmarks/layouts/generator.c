#include "generator.h"

#include <stdio.h>
#include <stdlib.h>

// PCG32 (O'Neill 2014, XSH-RR 64/32).
uint32_t rng_next(Rng *rng) {
  uint64_t old = rng->state;
  rng->state = old * 6364136223846793005u + 1442695040888963407u;
  uint32_t word = (uint32_t)(((old >> 18) ^ old) >> 27);
  uint32_t turn = (uint32_t)(old >> 59);
  return (word >> turn) | (word << ((32 - turn) & 31));
}

Rng rng_seeded(uint64_t seed) {
  Rng rng = {seed * 2654435769u + 97};
  rng_next(&rng);
  rng_next(&rng);
  return rng;
}

int rng_below(Rng *rng, int bound) {
  return (int)(((uint64_t)rng_next(rng) * (uint64_t)bound) >> 32);
}

int64_t rng_sum(Rng *rng) {
  uint64_t high = rng_next(rng);
  return (int64_t)(high << 32 | rng_next(rng));
}

void fill_text(Rng *rng, char *out, int length) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.,abcdefghijklmnopqrstuvwxyz0123456789";
  uint32_t bits = 0;
  for (int i = 0; i < length; i++) {
    if (i % 5 == 0) bits = rng_next(rng);
    out[i] = letters[bits & 63];
    bits >>= 6;
  }
}

Value make_value(Rng *rng, int shortest, int longest) {
  Value value;
  value.length = shortest + rng_below(rng, longest - shortest + 1);
  value.text = malloc((size_t)value.length);
  if (!value.text) abort();
  fill_text(rng, value.text, value.length);
  value.text[0] = value.text[value.length - 1] = '"';
  value.sum = rng_sum(rng);
  return value;
}

int make_path(char *out, size_t room, int index) {
  static const char *groups[] = {"person", "address", "work", "income", "bank", "travel", "health",
                                 "children", "vehicle", "insurance", "education", "notes"};
  static const char *names[] = {"street", "city", "since", "kind", "amount", "first_name", "email",
                                "phone", "reason", "country", "until"};
  int group = index / 11;
  return snprintf(out, room, "/%s%d/%s_%d", groups[group % 12], group / 12, names[index % 11],
                  index);
}
