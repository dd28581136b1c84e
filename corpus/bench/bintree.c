/* A binary search tree of nodes from malloc: insertions, look-ups, removals of the least, free. */
#define DEFAULT_N 30
#include "harness.h"

typedef struct node {
  struct node *left, *right;
  u32 key, count;
} node;

static NOINLINE node *insert(node *root, u32 key) {
  node **at = &root;
  while (*at) {
    if ((*at)->key == key) {
      (*at)->count++;
      return root;
    }
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  }
  node *p = malloc(sizeof *p);
  p->left = p->right = 0;
  p->key = key;
  p->count = 1;
  *at = p;
  return root;
}

static NOINLINE u32 lookup(const node *p, u32 key) {
  while (p && p->key != key) p = key < p->key ? p->left : p->right;
  return p ? p->count : 0;
}

static NOINLINE u32 height(const node *p) {
  if (!p) return 0;
  u32 l = height(p->left), r = height(p->right);
  return 1 + (l > r ? l : r);
}

static NOINLINE u64 drain(node *p) {
  u64 h = 0;
  while (p) {
    node *q = p->left;
    if (q) { /* rotate right */
      p->left = q->right;
      q->right = p;
      p = q;
      continue;
    }
    h = h * 31 + p->key + p->count;
    q = p->right;
    free(p);
    p = q;
  }
  return h;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 x = 12345;
  for (u32 i = 0; i < n; i++) {
    node *root = 0;
    for (u32 k = 0; k < 64; k++) {
      x = x * 1664525 + 1013904223;
      root = insert(root, x >> 22);
    }
    for (u32 k = 0; k < 64; k++) sum += lookup(root, k * 16);
    sum = sum * 3 + height(root);
    sum ^= drain(root);
  }
  return sum;
}
