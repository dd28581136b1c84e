#include <stdio.h>

/* A function may end without a value that its caller does not use (C11 6.9.1p12). */
static int calls;

static int note(int c) {
  calls++;
  if (c)
    return c;
}

static void *nothing(void) { calls++; }

static int each(int (*f)(int), int n) {
  int s = 0;
  for (int i = 0; i < n; f(i), i++)
    s += i ? f(i) : 0;
  return s;
}

int main(void) {
  note(0);
  (void)note(0);
  nothing();
  note(0), calls++;
  calls ? note(0) : (void)0;
  for (note(0); calls < 8; note(0))
    ;
  int a = note(3), b = each(note, 3);
  printf("%d %d %d\n", a, b, calls);
}
