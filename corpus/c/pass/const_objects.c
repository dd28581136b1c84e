#include <stdio.h>
#include <string.h>

/* What const forbids is to modify an object that is defined const (C11 6.7.3p6), not to lose the qualifier of a pointer. */
struct pair { int a, b; };
static const int table[3] = {1, 2, 3};

static void set(const int *p, int v) { *(int *)p = v; }
static int first(const char *s) { return *(char *)s; }
static int sum(const struct pair p) { const struct pair *q = &p; return q->a + q->b; }

static int again(void) {
  int n = 0, s = 0;
back:;
  const int k = n; /* the same object is initialised again where a goto leads back (6.8.6.1) */
  const int *p = &k;
  s += *p;
  if (n++ < 3)
    goto back;
  return s;
}

static int entered(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    switch (i & 1) {
    case 0: {
      const int a[2] = {i, i + 1};
      s += a[0] + a[1];
    case 1:
      s++;
    }
    }
  return s;
}

int main(void) {
  int x = 1, s = 0;
  const int *p = &x; /* the object is not const */
  set(p, 5);
  for (int i = 0; i < 4; i++) {
    const struct pair q = {i, 2 * i};
    const int *l = (const int[]){i, i + 1};
    struct pair copy = q;
    copy.b++;
    s += sum(q) + copy.b + l[1];
  }
  char text[4];
  const char *const t = memcpy(text, "abc", 4);
  text[0] = 'z';
  printf("%d %d %c %d %d %d\n", x, s, first(t), again(), entered(5), table[2]);
  return 0;
}
