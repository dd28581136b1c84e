/* Pointers, arrays, function pointers, strings, casts, generic selection, storage duration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME(x) _Generic((x), int: "int", char *: "char *", const char *: "const char *", double: "double", default: "other")

struct list { int v; struct list *next; };

static int counter(void) {
  static int n = 10;
  return n++;
}

static int twice(int (*f)(void)) { return f() + f(); }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*pick(int k))(int, int) { return k ? add : sub; }
static void fill(int n, int (*m)[3]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) m[i][j] = i * 3 + j;
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
extern int shared;
int shared = 4;
int tentative;
int tentative;

int main(void) {
  struct list *head = NULL;
  for (int i = 0; i < 5; i++) {
    struct list *n = malloc(sizeof *n);
    *n = (struct list){i * i, head};
    head = n;
  }
  for (struct list *n = head; n;) {
    struct list *next = n->next;
    printf("%d ", n->v);
    free(n);
    n = next;
  }
  printf("\n%d", twice(counter));
  printf(" %d\n", twice(&counter));
  printf("%d %d %d\n", pick(0)(5, 3), (*pick(1))(5, 3), (**add)(1, 2));
  int m[2][3];
  fill(2, m);
  printf("%d %d %d\n", m[1][2], *m[1], (*(m + 1))[1]);
  char s[] = "pointer", *p = s, *end = s + strlen(s);
  while (p < end) *p++ ^= ' ';
  printf("%s %td %c\n", s, end - s, 2[s]);
  int a[] = {5, 2, 9, 1}, *q = a;
  qsort(a, 4, sizeof *a, compare);
  int one = *q++, two = *(q++ + 1), three = *--q;
  printf("%d %d %d\n", one, two, three);
  printf("%d %d\n", q == a + 1, &a[4] - q > 0);
  unsigned long bits = (unsigned long)(void *)q;
  printf("%d\n", *(int *)bits);
  printf("%s %s %s %s\n", NAME(1), NAME("a"), NAME(1.0), NAME(1L));
  void *v = q;
  printf("%d %d %d\n", ((int *)v)[0], shared + tentative, v != 0);
  const char *const words[] = {"alpha", "beta"};
  for (const char *const *w = words; w != words + 2; w++) printf("%s%c", *w, w == words ? ',' : '\n');
  struct { int n; int (*f)(int, int); } ops[] = {{1, add}, {2, sub}};
  for (int i = 0; i < 2; i++) printf("%d ", ops[i].f(ops[i].n, 10));
  printf("\n%s\n", __func__);
  printf("%s\n", "con" "cat" "\x41\102\n" + 1);
  return 0;
}
