/* Tagged pointers: small numbers and pairs in one word, the tag in the low bits of the address. */
#define DEFAULT_N 200
#include "harness.h"

typedef uintptr_t word;
typedef struct { word head, tail; } pair;

static pair heap[256] __attribute__((aligned(16)));
static u32 top;

static word number(u64 n) { return (word)(n << 3 | 1); }
static word cons(word a, word b) {
  pair *p = &heap[top++ & 255];
  p->head = a;
  p->tail = b;
  return (word)p | 2;
}

static NOINLINE word range(u64 lo, u64 hi) {
  word list = 0;
  while (hi > lo) list = cons(number(--hi), list);
  return list;
}

static NOINLINE u64 sum(word w) {
  u64 s = 0;
  while ((w & 7) == 2) {
    const pair *p = (const pair *)(w & ~(word)7);
    s += (p->head & 7) == 1 ? p->head >> 3 : sum(p->head);
    w = p->tail;
  }
  return s;
}

static NOINLINE word reversed(word w) {
  word r = 0;
  while ((w & 7) == 2) {
    pair *p = (pair *)(w ^ 2);
    word next = p->tail;
    p->tail = r;
    r = w;
    w = next;
  }
  return r;
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < n; i++) {
    word a = range(i & 31, (i & 31) + 20), b = range(3, 10);
    word both = cons(reversed(a), cons(b, cons(number(i), 0)));
    h = h * 5 + sum(both);
  }
  return h;
}
