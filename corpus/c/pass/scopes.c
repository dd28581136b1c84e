#include <stdio.h>

struct pair { int a, b; };

static int find(const int *v, int n, int x) {
  for (int i = 0; i < n; i++) {
    int at[2] = {v[i], i};
    int *p = at;
    if (p[0] == x) return p[1];
  }
  return -1;
}

static void device(char *to, const char *from, int n) { // jumps into the scope of t
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      char t;
      t = *from++, *to++ = t;
  case 3:
      t = *from++, *to++ = t;
  case 2:
      t = *from++, *to++ = t;
  case 1:
      t = *from++, *to++ = t;
    } while (--rounds > 0);
  }
}

static int states(const char *s) {
  static void *next[] = {&&a, &&b, &&done};
  int n = 0;
  for (;;) {
    int seen[2] = {n, 1};
    int *p = seen;
    n = p[0] + p[1];
    goto *next[*s == 'a' ? 0 : *s == 'b' ? 1 : 2];
  }
a: n += 10; s++;
  { int t[1] = {n}; int *q = t; n = q[0]; goto *next[*s == 'a' ? 0 : *s == 'b' ? 1 : 2]; }
b: n += 100; s++;
  goto *next[*s == 'a' ? 0 : *s == 'b' ? 1 : 2];
done:
  return n;
}

int main(void) {
  int v[] = {3, 1, 4, 1, 5};
  printf("%d %d\n", find(v, 5, 4), find(v, 5, 9));
  char text[12] = "";
  device(text, "hello world", 11);
  puts(text);
  printf("%d\n", states("abba"));
  int total = 0;
  for (int i = 0; i < 4; i++) {
    int x[3];
    for (int j = 0; j < 3; j++) {
      int *y = &x[j], z;
      *y = i * j;
      if (j == 1 && i == 2) goto next;
      z = *y;
      total += z;
    }
    switch (i) {
      int w;
    case 3:
      w = 7;
      total += w;
      break;
    case 1: {
      struct pair p = {i, total};
      struct pair *q = &p;
      total = q->b + q->a;
      continue;
    }
    }
  next:
    total += 1000;
  }
  printf("%d\n", total);
  struct pair p = ({ struct pair t[2] = {{1, 2}, {3, 4}}; t[1]; });
  int i = 0, kept = 0;
back: {
    int once[2];
    int *o = once;
    o[0] = i++;
    kept += o[0];
    if (i < 3) goto back;
  }
  printf("%d %d %d\n", p.a, p.b, kept);
  goto inside;
  {
    int here;
  inside:
    here = 5;
    int *h = &here;
    printf("%d\n", *h);
  }
  return 0;
}
