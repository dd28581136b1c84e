#include <stdio.h>
#include <string.h>
int main(void) { char a[] = "abc/def", b[] = "abc/def"; char *s = strchr(a, '/');
  long n = s - a;
  printf("%d\n", n == 3); (void)b; }
