/* Doubly recursive Fibonacci on 32-bit numbers. */
#define DEFAULT_N 27
#include "harness.h"

static NOINLINE u32 fib(u32 n) {
  if (n < 2) return n;
  u32 left = fib(n - 1);
  return left + fib(n - 2);
}

static NOINLINE u64 kernel(u32 n) { return fib(n); }
