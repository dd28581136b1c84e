#include <stdio.h>
int main(void) {
  char s[3];
  sscanf("abc", "%3c", s);
  printf("%.3s\n", s);
  return 0;
}
