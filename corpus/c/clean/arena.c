#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>
#include <stdalign.h>
struct block { struct block *prev; size_t used, size; max_align_t data[]; };
struct arena { struct block *top; size_t total; };
static void *alloc(struct arena *a, size_t n) { n = (n + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1); if (!a->top || a->top->used + n > a->top->size) { size_t s = n > 1024 ? n : 1024; struct block *b = malloc(offsetof(struct block, data) + s); if (!b) return NULL; b->prev = a->top; b->used = 0; b->size = s; a->top = b; } void *p = (char *)a->top->data + a->top->used; a->top->used += n; a->total += n; return p; }
static void release(struct arena *a) { while (a->top) { struct block *b = a->top; a->top = b->prev; free(b); } }
struct tree { struct tree *l, *r; int key; double w; char name[]; };
static struct tree *insert(struct arena *a, struct tree *t, int k, const char *n) { if (!t) { size_t len = strlen(n) + 1; t = alloc(a, sizeof *t + len); t->l = t->r = NULL; t->key = k; t->w = k * 0.5; memcpy(t->name, n, len); return t; } struct tree **c = k < t->key ? &t->l : &t->r; *c = insert(a, *c, k, n); return t; }
static double sum(const struct tree *t) { return t ? t->w + sum(t->l) + sum(t->r) : 0; }
static unsigned char pool[256]; static size_t at;
static void *bump(size_t n, size_t al) { uintptr_t p = (uintptr_t)(pool + at); size_t pad = (al - p % al) % al; if (at + pad + n > sizeof pool) return NULL; at += pad; void *q = pool + at; at += n; return q; }
int main(void) { struct arena a = {0}; struct tree *t = NULL; char n[16]; for (int i = 0; i < 100; i++) { sprintf(n, "n%d", i); t = insert(&a, t, (i * 37) % 101, n); } printf("%g %zu %s\n", sum(t), a.total > 100 ? (size_t)1 : 0, t->name); release(&a);
 char *c = bump(3, 1); memcpy(c, "ab", 3); uint32_t u = 7; unsigned char *raw = bump(4, 4); memcpy(raw, &u, 4); uint32_t v; memcpy(&v, raw, 4); printf("%s %u\n", c, (unsigned)v); return 0; }
