#include <stdio.h>
#include <locale.h>
int main(void) {
  struct lconv *c = localeconv();
  puts(c->decimal_point);
}
