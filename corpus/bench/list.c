/* Pointer chasing: a list of 4096 nodes linked in permuted order, n rounds of walk and reversal. */
#define DEFAULT_N 100
#include "harness.h"

#define NODES 4096u
typedef struct node {
  struct node *next;
  u64 value;
} node;
static node pool[NODES];

static NOINLINE u64 walk(node *p) {
  u64 sum = 0;
  for (; p; p = p->next) {
    sum = 3 * sum + p->value;
    p->value ^= sum & 7;
  }
  return sum;
}

static NOINLINE node *reverse(node *p) {
  node *done = 0;
  while (p) {
    node *rest = p->next;
    p->next = done;
    done = p;
    p = rest;
  }
  return done;
}

static NOINLINE u64 kernel(u32 n) {
  node *head = 0;
  for (u32 i = 0; i < NODES; i++) {
    node *p = &pool[(1597 * i + 7) % NODES];
    p->next = head;
    p->value = i;
    head = p;
  }
  u64 sum = 0;
  for (u32 round = 0; round < n; round++) {
    sum = 5 * sum + walk(head);
    head = reverse(head);
  }
  return sum;
}
