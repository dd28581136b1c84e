#include <stdio.h>
#include <locale.h>
int main(void) {
  struct lconv *c = localeconv();
  c->frac_digits = 2;
  puts(c->decimal_point);
}
