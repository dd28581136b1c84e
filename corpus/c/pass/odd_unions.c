/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>
typedef union { struct { uint8_t b[4]; }; struct { uint16_t lo, hi; }; uint32_t w; float f; } word;
struct node { enum { NUM, ADD, NEG } kind; union { long num; struct { struct node *l, *r; }; struct node *child; }; };
static long eval(const struct node *n) { switch (n->kind) { case NUM: return n->num; case ADD: return eval(n->l) + eval(n->r); case NEG: return -eval(n->child); } return 0; }
union deep { struct { union { struct { char a, b; }; short ab; }; union { int i; char c[4]; }; }; uint64_t all; };
struct tagged { char t; union { int i; double d; char s[10]; } v; }; static struct tagged list[] = { { 'i', { 5 } }, { 'd', { .d = 2.5 } }, { 's', { .s = "text" } }, { 'i', .v.i = 7 } };
union bits { double d; struct { uint64_t m : 52, e : 11, s : 1; }; }; static union { int a; char b[8]; } first = { 0x41424344 };
static union bits ret(double d) { union bits b; b.d = d; return b; } static int take(word w, union deep d) { return w.b[1] + d.c[2]; }
int main(void) {
  word w = { .w = 0x11223344 }; printf("%x %x %x %x\n", w.b[0], w.b[3], w.lo, w.hi); w.f = 1.0f; printf("%x\n", w.w); w.hi = 0x4000; printf("%g\n", w.f);
  struct node a = { NUM, { 5 } }, b = { .kind = NUM, .num = 7 }, c = { ADD, .l = &a, .r = &b }, d = { NEG, .child = &c }; printf("%ld\n", eval(&d));
  union deep u = { 0 }; u.a = 1; u.b = 2; u.i = 0x01020304; printf("%x %d %zu %llx\n", (unsigned)u.ab, u.c[1], sizeof u, (unsigned long long)u.all);
  for (int i = 0; i < 4; i++) switch (list[i].t) { case 'i': printf("%d ", list[i].v.i); break; case 'd': printf("%g ", list[i].v.d); break; case 's': printf("%s ", list[i].v.s); } puts("");
  union bits x = ret(-6.5); printf("%d %d %llx\n", (int)x.s, (int)x.e - 1023, (unsigned long long)x.m); printf("%c%c %d\n", first.b[0], first.b[3], first.b[5]);
  union deep v = u; v.c[2] = 9; printf("%d\n", take(w, v)); printf("%d\n", take((word){ { { 1, 2, 3, 4 } } }, (union deep){ .c = { 5, 6, 7, 8 } }));
  union { int arr[3]; struct { int x, y, z; } p; } vec = { { 1, 2, 3 } }; vec.p.y += vec.arr[2]; printf("%d %d\n", vec.arr[1], vec.p.z);
  const union { unsigned u; int i; } neg = { .i = -1 }; printf("%u\n", neg.u); return 0; }
