#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <stdint.h>
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
struct link { struct link *next, *prev; };
struct entry { uint32_t hash; struct link chain; char *key; int value; struct link lru; };
struct map { struct link *buckets; size_t n; struct link lru; size_t count; };
static void init(struct link *l) { l->next = l->prev = l; }
static void add(struct link *h, struct link *l) { l->next = h->next; l->prev = h; h->next->prev = l; h->next = l; }
static void del(struct link *l) { l->prev->next = l->next; l->next->prev = l->prev; }
static uint32_t fnv(const char *s) { uint32_t h = 2166136261u; for (; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u; return h; }
static struct map *map_new(size_t n) {
  struct map *m = malloc(sizeof *m);
  if (!m) return NULL;
  m->buckets = malloc(n * sizeof *m->buckets);
  m->n = n; m->count = 0; init(&m->lru);
  for (size_t i = 0; i < n; i++) init(&m->buckets[i]);
  return m;
}
#define each(pos, head) for (struct link *pos = (head)->next; pos != (head); pos = pos->next)
static struct entry *find(struct map *m, const char *k) {
  uint32_t h = fnv(k);
  each(p, &m->buckets[h % m->n]) { struct entry *e = container_of(p, struct entry, chain); if (e->hash == h && !strcmp(e->key, k)) return e; }
  return NULL;
}
static void put(struct map *m, const char *k, int v) {
  struct entry *e = find(m, k);
  if (e) { e->value = v; del(&e->lru); add(&m->lru, &e->lru); return; }
  e = calloc(1, sizeof *e); e->hash = fnv(k); e->key = strcpy(malloc(strlen(k) + 1), k); e->value = v;
  add(&m->buckets[e->hash % m->n], &e->chain); add(&m->lru, &e->lru); m->count++;
}
static void drop(struct map *m, struct entry *e) { del(&e->chain); del(&e->lru); free(e->key); free(e); m->count--; }
int main(void) {
  struct map *m = map_new(7); char k[32];
  for (int i = 0; i < 50; i++) { snprintf(k, sizeof k, "key%d", i % 30); put(m, k, i); }
  int sum = 0; each(p, &m->lru) sum += container_of(p, struct entry, lru)->value;
  while (m->count > 10) drop(m, container_of(m->lru.prev, struct entry, lru));
  struct entry *e = find(m, "key19"); printf("%d %zu %d\n", sum, m->count, e ? e->value : -1);
  while (m->lru.next != &m->lru) drop(m, container_of(m->lru.next, struct entry, lru));
  free(m->buckets); free(m);
}
