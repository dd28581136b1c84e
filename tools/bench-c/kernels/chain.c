/* Linked lists on the heap: pushed, inserted in order, merged by merge sort, filtered, freed. */
#define DEFAULT_N 20
#include "harness.h"

struct node { struct node *next; int value; };

static struct node *push(struct node *head, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->next = head;
  n->value = value;
  return n;
}

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    if (a->value <= b->value) { tail->next = a; a = a->next; }
    else { tail->next = b; b = b->next; }
    tail = tail->next;
  }
  tail->next = a ? a : b;
  return head.next;
}

static struct node *sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
  struct node *half = slow->next;
  slow->next = NULL;
  return merge(sort(list), sort(half));
}

static void insert(struct node **at, struct node *n) {
  while (*at && (*at)->value < n->value) at = &(*at)->next;
  n->next = *at;
  *at = n;
}

static NOINLINE u64 kernel(u32 n) {
  u64 sum = 0;
  u32 seed = 3;
  for (u32 r = 0; r < n; r++) {
    struct node *list = NULL;
    for (int i = 0; i < 1000; i++) {
      seed = seed * 1664525u + 1013904223u;
      list = push(list, (int)(seed >> 16) % 1000);
    }
    list = sort(list);
    for (int i = 0; i < 20; i++) {
      struct node *one = push(NULL, i * 47);
      insert(&list, one);
    }
    for (struct node **p = &list; *p;) {
      if ((*p)->value % 3 == 0) { struct node *dead = *p; *p = dead->next; free(dead); }
      else p = &(*p)->next;
    }
    while (list) { sum = sum * 31 + (u64)list->value; struct node *next = list->next; free(list); list = next; }
  }
  return sum;
}
