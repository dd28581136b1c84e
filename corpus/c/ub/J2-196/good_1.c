#include <stdio.h>
#include <time.h>
int main(void) {
  struct tm t = {.tm_mon = 11, .tm_mday = 1, .tm_year = 100, .tm_wday = 5};
  fputs(asctime(&t), stdout);
  return 0;
}
