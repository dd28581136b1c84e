#include <stdio.h>

/* Side effects that a sequence point or the flow of values puts in order, or that concern different objects (C11 6.5p2). */
static int a[8], g;
static int *gp = a;
struct node { int v; struct node *next; char text[8]; unsigned lo : 4, hi : 4; };

static int twice(int x) { g++; return 2 * x; }
static int bump(void) { return ++g; }
static int *place(int *p) { g++; return p; }

static void order(int i) {
  int x = (i++, i); /* the comma operator */
  int y = i++ && i == 3; /* && */
  int z = i++ == 3 ? i : -i; /* ?: */
  i = twice(i++); /* the call comes after its arguments, and its result before the assignment */
  i = i + 1;
  i += i * i;
  printf("%d %d %d %d\n", x, y, z, i);
  printf("%d\n", bump() + bump()); /* one body after the other (6.5.2.2p10), and the sum is the same */
}

static void elements(void) {
  int i = 0, j = 4, *p = a, *q = a + 4;
  a[i] = a[j] = 7;
  a[i++] = a[j++] + 1;
  *p++ = *q++;
  a[i] ^= a[j] ^= 3;
  p[0] = p[1]++;
  *gp++ = g++;
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[4]);
}

static void copy(char *to, const char *from) { while ((*to++ = *from++)) ; }

static void members(void) {
  struct node x = {1, 0, "", 1, 2}, y = {2, &x, "", 3, 4}, *p = &y;
  int n = 0;
  x.v = y.v++;
  p->v = p->next->v++;
  x.lo = x.hi++;
  p->text[n++] = 'a';
  p->text[n++] = 'b';
  p->text[n] = 0;
  p = p->next = 0 ? p : &y;
  *place(&x.v) += *place(&y.v);
  copy(x.text, y.text);
  printf("%d %d %u %u %s %d\n", x.v, y.v, x.lo, x.hi, x.text, p == &y);
}

int main(void) {
  int k = 1, m[3] = {k++, 0, 0}; /* each initialiser of an object is a full expression (6.8p4) */
  order(1);
  elements();
  members();
  for (int i = 0, j = 3; i < j; i++, j--)
    k += m[0] + i * j;
  printf("%d %d\n", k, g);
  return 0;
}
