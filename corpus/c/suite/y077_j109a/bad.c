#include <stdio.h>
#include <string.h>
struct m { char name[8]; int id; };
int main(void) {
  struct m r = {"", 3};
  strncpy(r.name, "abcdefghijk", 10);
  printf("%d\n", r.name[0]);
}
