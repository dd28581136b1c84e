#include <stdio.h>
#include <string.h>
int main(void) {
  struct { char a[4]; char b[12]; } x = {"abc", "defghi"};
  char *p = (char *)&x;
  memcpy(p, p + 2, 6);
  putchar(p[0] ? p[0] : '0'); puts("");
}
