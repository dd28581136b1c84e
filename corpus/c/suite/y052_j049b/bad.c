#include <stdio.h>
struct pkt { unsigned char hdr[4]; unsigned char body[8]; };
int main(void) {
  struct pkt p = {{0}, {0}};
  unsigned idx = 3;
  idx += 2;
  p.hdr[idx] = 9;
  printf("%d\n", p.body[0]);
}
