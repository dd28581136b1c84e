#include <stdio.h>
#include <string.h>
int main(void) {
  char s[] = "a,b";
  for (char *t = strtok(s, ","); t; t = strtok(0, ","))
    puts(t);
  return 0;
}
