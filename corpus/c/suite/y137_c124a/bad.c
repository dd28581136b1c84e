#include <stdio.h>
#include <string.h>
static void sink(char *d) { memset(d, 'x', 4); d[0] = 'y'; }
int main(void) { char buf[100]; memset(buf, 'A', 99); buf[99] = 0; char *d = buf;
  switch (6) { case 6:
  d = buf + 8; for (int i = 0; i < 3; i++) d = d - (i + 1) * 1; d -= 2; 
  d[-1] = 0;
  d[-2] = 0; 
  sink(d - 1);
  break; default: puts("no"); }
  printf("%c\n", buf[9]); }
