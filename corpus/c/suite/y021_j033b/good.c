#include <stdio.h>
#include <string.h>
struct cfg { char *name; char buf[8]; };
int main(void) {
  struct cfg c = {"path=x", "path=x"};
  char *t = strtok(c.buf, "=");
  puts(t);
}
