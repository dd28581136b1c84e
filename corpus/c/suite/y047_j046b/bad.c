#include <stdio.h>
struct v { char name[4]; int x; };
int main(void) {
  struct v s = {"abc", 5};
  char *p = s.name;
  p += 6;
  printf("%d\n", p != 0);
}
