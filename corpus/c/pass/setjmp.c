/* setjmp and longjmp: out of calls, again and again, as a condition, with a buffer of the heap, by the builtins. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct frame { struct frame *outer; jmp_buf place; };
static struct frame *innermost;

static int failed;
static void fail(int code) { failed = code, longjmp(innermost->place, code); }

static int parse(const char *s) {
  if (*s == '(') return 1 + parse(s + 1);
  if (*s != ')') fail(*s);
  return 0;
}

static int guarded(const char *s) {
  struct frame here;
  here.outer = innermost;
  innermost = &here;
  if (setjmp(here.place) == 0) {
    int n = parse(s);
    innermost = here.outer;
    return n;
  }
  innermost = here.outer;
  return -failed;
}

static jmp_buf again;
static int count;

static void *words[5];
static void leave(void) { __builtin_longjmp(words, 1); }

int main(void) {
  printf("%d %d %d\n", guarded("(()"), guarded("((x"), guarded(")"));

  static int tries;
  switch (setjmp(again)) {
  case 0: puts("first");
  default:
    if (++tries < 4) longjmp(again, tries);
  }
  printf("%d\n", tries);

  sigjmp_buf *p = malloc(sizeof *p);
  if (!sigsetjmp(*p, 1)) siglongjmp(*p, 0);
  else puts("zero is one");
  free(p);

  while (_setjmp(again) < 3) {
    count++;
    longjmp(again, count);
  }
  printf("%d\n", count);
  if (__builtin_setjmp(words)) puts("left");
  else leave();
  return 0;
}
