#include <locale.h>
#include <stdio.h>
int main(void) {
  struct lconv copy = *localeconv();
  copy.decimal_point = ",";
  puts(copy.decimal_point);
  return 0;
}
