#include <stdio.h>
#include <stdlib.h>
struct __attribute__((packed)) rec { char t; int v; };
struct plain { char t; long v; };
int main(void) {
  char *buf = malloc(64); if (!buf) return 1;
  struct plain *p = (struct plain *)(buf + 8);
  p->v = 3; printf("%ld\n", p->v);
  free(buf);
}
