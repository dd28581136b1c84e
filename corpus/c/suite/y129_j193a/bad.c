#include <stdio.h>
#include <string.h>
int main(void) {
  char s[] = "a b";
  (void)s;
  char *t = strtok(NULL, " ");
  printf("%d\n", t != 0);
}
