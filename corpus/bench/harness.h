/* Harness of the C twins: a kernel file defines `u64 kernel(u32 n)` and, before the include,
   DEFAULT_N (size S). The program prints the checksum of size argv[1], or of SIZE, or of DEFAULT_N. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;

#define NOINLINE __attribute__((noinline))

static u64 kernel(u32 n);

#ifndef SIZE
#define SIZE DEFAULT_N
#endif

int main(int argc, char **argv) {
  u32 n = argc > 1 ? (u32)strtoul(argv[1], 0, 10) : SIZE;
  printf("%016llx\n", (unsigned long long)kernel(n));
  return 0;
}
