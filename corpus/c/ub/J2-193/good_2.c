#include <stdio.h>
#include <string.h>
int main(void) {
  char s[] = "";
  int first = strtok(s, ",") == 0;
  printf("%d\n", first);
  return 0;
}
