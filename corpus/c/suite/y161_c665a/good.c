#include <stdio.h>
#include <string.h>
int main(void) { char d[20];
  d[0] = 0;
  strcat(d, "abc");
  puts(d); }
