#include <stdio.h>
#include <string.h>
int main(void) {
  char s[4];
  strcpy(s, "abc");
  printf("%d\n", (int)strlen(s));
  return 0;
}
