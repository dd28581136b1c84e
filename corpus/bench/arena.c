/* An expression tree of small nodes in an arena from malloc, built, folded and dropped at once. */
#define DEFAULT_N 150
#include "harness.h"

typedef struct chunk {
  struct chunk *next;
  u64 used;
  u8 bytes[496];
} chunk;
typedef struct expr {
  u32 op, value;
  struct expr *left, *right;
} expr;

static void *get(chunk **arena, u64 size) {
  chunk *c = *arena;
  if (!c || c->used + size > sizeof c->bytes) {
    c = malloc(sizeof *c);
    c->next = *arena;
    c->used = 0;
    *arena = c;
  }
  void *p = c->bytes + c->used;
  c->used += (size + 7) & ~(u64)7;
  return p;
}

static NOINLINE expr *build(chunk **arena, u32 depth, u32 seed) {
  expr *e = get(arena, sizeof *e);
  seed = seed * 69069 + 1;
  e->op = depth ? 1 + (seed >> 16) % 3 : 0;
  e->value = seed >> 8;
  e->left = e->right = 0;
  if (depth) {
    e->left = build(arena, depth - 1, seed);
    e->right = build(arena, depth - 1 - (depth > 2), seed + 1);
  }
  return e;
}

static NOINLINE u32 eval(const expr *e) {
  switch (e->op) {
  case 0: return e->value;
  case 1: return eval(e->left) + eval(e->right);
  case 2: return eval(e->left) - eval(e->right);
  default: return eval(e->left) * (eval(e->right) | 1);
  }
}

static NOINLINE void drop(chunk *c) {
  while (c) {
    chunk *next = c->next;
    free(c);
    c = next;
  }
}

static NOINLINE u64 kernel(u32 n) {
  u64 h = 0;
  for (u32 i = 0; i < n; i++) {
    chunk *arena = 0;
    h = h * 31 + eval(build(&arena, 6, i));
    drop(arena);
  }
  return h;
}
