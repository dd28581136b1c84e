/* A corner of the language, with what gcc prints as the expected output. */
#include <stdio.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf top; static int depth;
struct handler { jmp_buf env; struct handler *up; int code; }; static struct handler *current;
#define TRY { struct handler h_; h_.up = current; current = &h_; if ((h_.code = setjmp(h_.env)) == 0) {
#define CATCH(v) current = h_.up; } else { int v = h_.code; current = h_.up;
#define END } }
static void throw_(int c) { struct handler *h = current; longjmp(h->env, c); }
static void rec(int n) { volatile int local = n; depth++; if (n == 0) longjmp(top, 42); rec(n - 1); printf("never %d\n", local); }
static int inner(int x) { TRY if (x > 2) throw_(x * 10); printf("fine %d\n", x); CATCH(e) printf("caught %d\n", e); if (e == 40) throw_(e + 1); END return x; }

int main(void) {
  volatile int count = 0; int r = setjmp(top);
  if (r == 0) rec(5); printf("%d %d\n", r, depth);
  switch (setjmp(top)) { case 0: count++; longjmp(top, 1); case 1: count += 10; longjmp(top, 2); default: count += 100; break; }
  printf("%d\n", count);
  for (int i = 1; i < 6; i++) { TRY inner(i); CATCH(e) printf("outer %d\n", e); END }
  while (setjmp(top) < 3) { static int k; printf("k%d ", ++k); longjmp(top, k); } puts("");
  if (!setjmp(top)) longjmp(top, 0); else puts("one");
  double volatile dv = 1.5; if (setjmp(top) == 0) { dv = 2.5; longjmp(top, 1); } printf("%g\n", dv);
   return 0;
}
