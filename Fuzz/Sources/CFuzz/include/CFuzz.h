#ifndef FORMDRAFTS_CFUZZ_H
#define FORMDRAFTS_CFUZZ_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer as a library, https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *, size_t));

#endif
