/* __builtin_constant_p where the text decides: constants, what they make, choices between them; and what is not evaluated. */
int printf(const char *, ...);
static int count;
static int effect(void) { count++; return 1; }
static int table[__builtin_constant_p(3) ? 2 : 1];
enum { E = __builtin_constant_p(1 + 1), F = __builtin_constant_p("text") };
_Static_assert(__builtin_constant_p(2.5), "a float is a constant");
_Static_assert(__builtin_choose_expr(__builtin_constant_p(sizeof(int)), 1, 0), "so is a size");
extern void nobody_defines_this(void);
int main(void) {
  volatile int v = 5;
  int *null = 0, y = 1;
  static int s = __builtin_constant_p(4) ? 4 : 0;
  printf("%d %d %d %d\n", (int)(sizeof table / sizeof *table), E, F, s);
  printf("%d %d %d %d\n", __builtin_constant_p('a'), __builtin_constant_p(E + 1), __builtin_constant_p(v), __builtin_constant_p(effect()));
  printf("%d %d %d\n", __builtin_constant_p(*null), __builtin_constant_p(y++), __builtin_constant_p(1 ? 2 : v));
  if (__builtin_constant_p(v)) nobody_defines_this();
  printf("%d %d\n", count, y);
  return 0;
}
