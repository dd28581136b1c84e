#include <locale.h>
#include <stdio.h>
int main(void) {
  puts(localeconv()->decimal_point);
  return 0;
}
