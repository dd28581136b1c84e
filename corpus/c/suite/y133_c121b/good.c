#include <stdio.h>
struct charVoid { char first[16]; void *second; void *third; };
#include <string.h>
int main(void) {
  struct charVoid s; s.second = (void *)"0123456789012345678901234567890"; s.third = 0;
  memcpy(s.first, s.second, sizeof(s.first));
  s.first[15] = 0; printf("%s\n", s.first);
}
