#include <stdio.h>
#include <time.h>
int main(void) {
  struct tm t = {0}; t.tm_year = 100; t.tm_mday = 1;
  char b[8];
  strftime(b, 4, "%Y-%m-%d", &t); puts(b);
}
