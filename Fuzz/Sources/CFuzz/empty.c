#include "CFuzz.h"

/* libFuzzer's archive is linked as a whole, with a main of its own that wants this one; the program's
 * main stands before that and hands its callback over by itself. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  (void)data;
  (void)size;
  return 0;
}
