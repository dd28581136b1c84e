#include <stdio.h>
#include <time.h>
int main(void) {
  time_t t = 0;
  fputs(asctime(gmtime(&t)), stdout);
  return 0;
}
