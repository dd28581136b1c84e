/* Lists of arguments that are ended, made again, copied, passed by a pointer, left by longjmp and parts of structs. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
static jmp_buf back;
static int next(va_list *ap) { return va_arg(*ap, int); }
static int inner(va_list ap) { return va_arg(ap, int); }
static int outer(int n, va_list ap) {
  int s = va_arg(ap, int);
  while (n-- > 2) s += va_arg(ap, int);
  return s + inner(ap);
}
static int each(int n, ...) {
  int s = 0;
  for (int i = 0; i < 2; i++) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    for (int k = 0; k < n; k++)
      s += next(&ap) * va_arg(again, int);
    va_end(ap);
    va_copy(ap, again);
    va_end(again);
    va_end(ap);
    va_start(ap, n);
    s += outer(n, ap);
    va_end(ap);
  }
  return s;
}
struct state { va_list ap; int n; };
static void step(struct state *s) { s->n += va_arg(s->ap, int); }
static int steps(int n, ...) {
  struct state s = {.n = 0}, *h = malloc(sizeof *h);
  h->n = 0;
  va_start(s.ap, n);
  va_copy(h->ap, s.ap);
  step(&s), step(&s), step(h);
  s.n += va_arg(s.ap, int) + h->n;
  va_end(h->ap);
  va_end(s.ap);
  free(h);
  return s.n;
}
static int jumps(int n, ...) {
  va_list ap;
  va_start(ap, n);
  if (n) longjmp(back, va_arg(ap, int));
  va_end(ap);
  return n;
}
static int deep(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = va_arg(ap, int);
  if (n > 0) s += deep(n - 1, s + 1);
  s += va_arg(ap, int);
  va_end(ap);
  return s;
}
int main(void) {
  for (volatile int i = 0; i < 3; i++)
    if (!setjmp(back)) jumps(1, 7 + i);
  printf("%d %d %d\n", each(3, 4, 5, 6), steps(1, 2, 3, 4), jumps(0));
  printf("%d\n", deep(0, 1, 2));
  return 0;
}
